/** Pixels that a finger may move before the movement counts as a drag. */
export const DRAG_THRESHOLD_PX = 6;

/**
 * Whether the user prefers reduced motion; read at each movement, because the setting may change while the page is
 * open.
 */
export function prefersReducedMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Whether a pointer is a finger or a pen, which drags; a mouse clicks and scrolls with its wheel instead. */
export function isFinger({ pointerType }: { pointerType: string }): boolean {
  return pointerType === 'touch' || pointerType === 'pen';
}
