import { expect, type Locator } from '@playwright/test';

/** The map inside an element, once it is drawn and does not move. */
export async function readyMap(within: Locator): Promise<Locator> {
  const map = within.locator('[data-map-ready]').first();
  await expect(map).toHaveAttribute('data-map-ready', 'true', { timeout: 60_000 });
  return map;
}

/** Presses the map inside an element, at fractions of its width and height. */
export async function tapMap(within: Locator, x: number, y: number): Promise<void> {
  const map = await readyMap(within);
  const box = await map.boundingBox();
  if (!box) throw new Error('the map has no size');
  await map.page().mouse.click(box.x + box.width * x, box.y + box.height * y);
}
