import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';

/** A part of the page, in CSS pixels. */
interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A pixel has changed if its red, green and blue have changed by at least this much together; the most is 765. */
const OTHER_COLOUR = 60;
/** Room around an element for its focus ring, in pixels. */
const RIM = 6;

/** The area of an element with a rim, cut at the page's left and top edge. Throws if the element is not visible. */
export async function areaOf(element: Locator, rim = RIM): Promise<Area> {
  const box = await element.boundingBox();
  if (!box) throw new Error(`${element} is not visible`);
  const [x, y] = [Math.max(0, Math.floor(box.x - rim)), Math.max(0, Math.floor(box.y - rim))];
  return { x, y, width: Math.ceil(box.x + box.width + rim) - x, height: Math.ceil(box.y + box.height + rim) - y };
}

async function pixelsOf(page: Page, clip: Area): Promise<Buffer> {
  const picture = await page.screenshot({ clip, animations: 'disabled' });
  return sharp(picture).removeAlpha().raw().toBuffer();
}

/** How many pixels of an area have another colour after `change` than before. */
export async function changedPixels(page: Page, area: Area, change: () => Promise<unknown>): Promise<number> {
  const before = await pixelsOf(page, area);
  await change();
  const after = await pixelsOf(page, area);
  let changed = 0;
  for (let at = 0; at < before.length; at += 3) {
    const distance = [0, 1, 2].reduce(
      (sum, part) => sum + Math.abs((before[at + part] ?? 0) - (after[at + part] ?? 0)),
      0,
    );
    if (distance >= OTHER_COLOUR) changed += 1;
  }
  return changed;
}

/** How many pixels change when an element is hidden. The element remains hidden. */
export function ownPixels(page: Page, element: Locator): Promise<number> {
  return areaOf(element, 0).then((area) =>
    changedPixels(page, area, () => element.evaluate((node) => node.setAttribute('style', 'visibility: hidden'))),
  );
}
