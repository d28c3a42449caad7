import { expect, type Locator, type Page } from '@playwright/test';

/** Waits until the map inside an element is drawn and does not move, and returns it. */
export async function readyMap(within: Locator): Promise<Locator> {
  const map = within.locator('[data-map-ready]').first();
  await expect(map).toHaveAttribute('data-map-ready', 'true', { timeout: 60_000 });
  return map;
}

/** The element that contains the map of a dialog: the dialog; on a phone the whole page, whose map is behind it. */
export const dialogMap = (page: Page, name: string): Locator =>
  (page.viewportSize()?.width ?? 0) < 768 ? page.locator('body') : page.getByRole('dialog', { name });

/** The element that contains the map of the form Create Ride Request. */
export const formMap = (page: Page): Locator => dialogMap(page, 'Create Ride Request');

/** Presses the map inside an element, at fractions of its width and height. */
export async function tapMap(within: Locator, x: number, y: number): Promise<void> {
  const map = await readyMap(within);
  const box = await map.boundingBox();
  if (!box) throw new Error('the map has no size');
  await map.page().mouse.click(box.x + box.width * x, box.y + box.height * y);
}
