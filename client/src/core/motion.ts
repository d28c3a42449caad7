/** Pixels that a finger may tremble before it drags. */
export const DRAG_THRESHOLD_PX = 6;

/** Whether the user prefers reduced motion. Asked at each movement: the setting may change while the page is open. */
export function prefersReducedMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Whether a pointer is a finger or a pen, which drags; a mouse presses and turns its wheel. */
export function isFinger({ pointerType }: { pointerType: string }): boolean {
  return pointerType === 'touch' || pointerType === 'pen';
}
