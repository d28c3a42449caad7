import { expect, type Locator, type Page } from '@playwright/test';

/** The map inside an element, once it is drawn and does not move. */
export async function readyMap(within: Locator): Promise<Locator> {
  const map = within.locator('[data-map-ready]').first();
  await expect(map).toHaveAttribute('data-map-ready', 'true', { timeout: 60_000 });
  return map;
}

/** What holds the map of a dialog: on a phone the stage behind the dialog, else the dialog. */
export const dialogMap = (page: Page, name: string): Locator =>
  (page.viewportSize()?.width ?? 0) < 768 ? page.locator('body') : page.getByRole('dialog', { name });

/** What holds the map of the Create Ride Request form. */
export const formMap = (page: Page): Locator => dialogMap(page, 'Create Ride Request');

/** Presses the map inside an element, at fractions of its width and height. */
export async function tapMap(within: Locator, x: number, y: number): Promise<void> {
  const map = await readyMap(within);
  const box = await map.boundingBox();
  if (!box) throw new Error('the map has no size');
  await map.page().mouse.click(box.x + box.width * x, box.y + box.height * y);
}
