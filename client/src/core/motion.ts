/** Whether the user prefers reduced motion. Asked at each movement: the setting may change while the page is open. */
export function prefersReducedMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
