import type { Locator } from '@playwright/test';

/**
 * The movement of an element is over once the element was in one place for this many frames: a car that glides for two
 * seconds by three pixels is in one place for 40 frames.
 */
const FRAMES_AT_REST = 60;

/** A place that is fewer pixels than this from the last counted place is not counted. */
const STEP_PX = 1;

/**
 * Counts the places at which an element is drawn after its first place until it is at rest: 0 if it stays, 1 if it
 * jumps, more if it glides. `move` starts the movement. A place is a position on the screen or, with `origin`, a
 * position relative to that element: when the map is moved, a marker does not move relative to another marker.
 */
export async function placesDuring(element: Locator, move: () => Promise<unknown>, origin?: Locator): Promise<number> {
  const fixed = origin ? await origin.elementHandle() : null;
  const watched = await element.evaluateHandle(
    (node, { fixed, step }) => {
      const seen = { places: 0, frames: 0, isOn: true };
      const placeNow = () => {
        const [own, from] = [node, fixed].map((part) => part?.getBoundingClientRect());
        return { left: (own?.left ?? 0) - (from?.left ?? 0), top: (own?.top ?? 0) - (from?.top ?? 0) };
      };
      let last = placeNow();
      const look = () => {
        const now = placeNow();
        const hasMoved = Math.hypot(now.left - last.left, now.top - last.top) >= step;
        if (hasMoved) last = now;
        seen.places += hasMoved ? 1 : 0;
        seen.frames = hasMoved ? 0 : seen.frames + 1;
        if (seen.isOn) requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
      return seen;
    },
    { fixed, step: STEP_PX },
  );
  await move();
  const places = await watched.evaluate(
    (seen, frames) =>
      new Promise<number>((resolve) => {
        // The frames at rest are counted only from here on: until `move` has resolved, the movement may not have begun.
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
