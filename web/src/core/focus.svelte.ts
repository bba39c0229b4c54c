/** With the keyboard alone, what had the focus may vanish when a card is played: then the next thing to do gets it. */
import { tick } from "svelte";

let keyboard = false;
addEventListener("keydown", () => (keyboard = true), { capture: true });
addEventListener("pointerdown", () => (keyboard = false), { capture: true });

/** Called whenever what can be done has changed; the first of the places that exists gets the focus. */
export async function refocus(root: HTMLElement | undefined, ...places: string[]): Promise<void> {
  await tick();
  const focused = document.activeElement;
  const lost = !focused || focused === document.body || (focused.matches(".pile") && !places.includes(".pile"));
  if (!keyboard || !lost || !root) return;
  const found = places.map((place) => root.querySelector<HTMLElement>(place)).find(Boolean);
  found?.focus();
}
