/** How many parts of the page are waiting without a placeholder of their own. */
let waiting = 0;

/** Removes the skeleton of index.html once no part waits; the page under it is then ready. */
export function settleSkeleton(): void {
  if (waiting === 0) document.getElementById('skeleton')?.remove();
}

/** Keeps the skeleton until the returned function is called. */
export function holdSkeleton(): () => void {
  waiting += 1;
  return () => {
    waiting -= 1;
    // One waiting part often replaces another within the same render.
    queueMicrotask(settleSkeleton);
  };
}
