/** A card travels from where it was to where it goes. Nothing waits for it. */
export const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Where things are now, by `data-at`. */
export function places(root: HTMLElement): Map<string, DOMRect> {
  const found = new Map<string, DOMRect>();
  for (const element of root.querySelectorAll<HTMLElement>("[data-at]")) found.set(element.dataset["at"]!, element.getBoundingClientRect());
  return found;
}

export function travel(element: Element | null | undefined, from: DOMRect | undefined): void {
  if (!element || !from || calm.matches) return;
  const to = element.getBoundingClientRect();
  if (!to.width || !from.width) return;
  const scale = Math.min(1.6, Math.max(0.3, from.width / to.width));
  element.animate(
    [{ transformOrigin: "0 0", transform: `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${scale})`, zIndex: 5 }, { transformOrigin: "0 0", transform: "none", zIndex: 5 }],
    { duration: 220, easing: "cubic-bezier(.2,.7,.3,1)" },
  );
}
