import type { Locator } from '@playwright/test';

/** Frames of the browser in which an element has to be in one place, so that its movement is over. */
const FRAMES_AT_REST = 30;

/** A movement of fewer pixels is not seen. */
const STEP_PX = 1;

/**
 * In how many places an element is drawn after the first one, from frame to frame, until it is at rest: 0 where it stays,
 * 1 where it jumps, more where it glides. `move` starts the movement.
 */
export async function placesDuring(element: Locator, move: () => Promise<unknown>): Promise<number> {
  const watched = await element.evaluateHandle((node, step) => {
    const seen = { places: 0, frames: 0, isOn: true };
    let last = node.getBoundingClientRect();
    const look = () => {
      const now = node.getBoundingClientRect();
      const hasMoved = Math.hypot(now.left - last.left, now.top - last.top) >= step;
      if (hasMoved) last = now;
      seen.places += hasMoved ? 1 : 0;
      seen.frames = hasMoved ? 0 : seen.frames + 1;
      if (seen.isOn) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    return seen;
  }, STEP_PX);
  await move();
  const places = await watched.evaluate(
    (seen, frames) =>
      new Promise<number>((resolve) => {
        // Counted from here: what the movement is caused by may take any time.
        seen.frames = 0;
        const look = () => {
          if (seen.frames < frames) return requestAnimationFrame(look);
          seen.isOn = false;
          return resolve(seen.places);
        };
        look();
      }),
    FRAMES_AT_REST,
  );
  await watched.dispose();
  return places;
}
