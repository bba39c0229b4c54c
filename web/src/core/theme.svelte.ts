/** Light or dark: as the system has it, unless somebody chose. */
export type Theme = "system" | "light" | "dark";
const STORED = "incognita.theme";
const night = matchMedia("(prefers-color-scheme: dark)");
const current = $state({ theme: (localStorage.getItem(STORED) ?? "system") as Theme });

export const theme = (): Theme => current.theme;

export function setTheme(wanted: Theme): void {
  current.theme = wanted;
  localStorage.setItem(STORED, wanted);
  show();
}

function show(): void {
  const dark = current.theme === "dark" || (current.theme === "system" && night.matches);
  document.documentElement.dataset["theme"] = dark ? "dark" : "light";
}

night.addEventListener("change", show);
show();
