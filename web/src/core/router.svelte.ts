/** Where the page is: its path, and the query. */
const here = $state({ path: location.pathname, query: location.search });

export const route = {
  get parts(): string[] {
    return here.path.split("/").filter(Boolean);
  },
  get query(): URLSearchParams {
    return new URLSearchParams(here.query);
  },
};

function read(): void {
  here.path = location.pathname;
  here.query = location.search;
}

export function go(address: string, replace = false): void {
  history[replace ? "replaceState" : "pushState"](null, "", address);
  read();
  scrollTo(0, 0);
}

addEventListener("popstate", read);
addEventListener("click", (event) => {
  const link = (event.target as Element | null)?.closest?.("a");
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (link.origin !== location.origin || link.target || link.hasAttribute("download") || link.pathname.startsWith("/api/")) return;
  if (link.pathname === location.pathname && link.hash) return;
  event.preventDefault();
  go(link.pathname + link.search);
});
