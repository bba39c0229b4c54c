/** Dragging a card to a target, with a mouse, a pen or a finger. A press that does not move stays a press. */
const FAR = 7;

export interface Drag {
  start: () => void;
  drop: (target: string) => void;
}

export function draggable(drag: () => Drag | null) {
  return (element: HTMLElement) => {
    const down = (event: PointerEvent) => {
      const wanted = drag();
      if (!wanted || event.button) return;
      const [x, y] = [event.clientX, event.clientY];
      let moving = false;
      const move = (next: PointerEvent) => {
        if (!moving && Math.hypot(next.clientX - x, next.clientY - y) > FAR) {
          moving = true;
          element.setPointerCapture(event.pointerId);
          element.classList.add("dragged");
          wanted.start();
        }
        if (moving) element.style.translate = `${next.clientX - x}px ${next.clientY - y}px`;
      };
      const end = (last: PointerEvent) => {
        element.removeEventListener("pointermove", move);
        element.removeEventListener("pointerup", end);
        element.removeEventListener("pointercancel", end);
        element.style.translate = "";
        if (!moving) return;
        addEventListener("click", swallow, { capture: true, once: true });
        setTimeout(() => removeEventListener("click", swallow, { capture: true }), 50);
        const under = document.elementsFromPoint(last.clientX, last.clientY).map((one) => one.closest<HTMLElement>("[data-target]")).find(Boolean);
        element.classList.remove("dragged");
        if (under && last.type === "pointerup") wanted.drop(under.dataset["target"]!);
      };
      element.addEventListener("pointermove", move);
      element.addEventListener("pointerup", end);
      element.addEventListener("pointercancel", end);
    };
    element.addEventListener("pointerdown", down);
    return () => element.removeEventListener("pointerdown", down);
  };
}

function swallow(event: MouseEvent): void {
  event.stopPropagation();
  event.preventDefault();
}
