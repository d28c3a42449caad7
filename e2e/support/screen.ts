import { expect, type Locator, type Page } from '@playwright/test';
import type { Account } from './api';

/** A button or a tab by the beginning of its name, or any element by its locator. */
export type Press = string | ((page: Page) => Locator);

/** A page with the dialogs that are open on it: `pictures.ts` takes its picture, `accessible.e2e.ts` checks it. */
export interface Screen {
  name: string;
  who: Account | null;
  path: string;
  /** The buttons and tabs to press one after the other. */
  press?: Press[];
  /** Runs after these presses, to show more of the screen. */
  prepare?: (page: Page) => Promise<unknown>;
  /**
   * The name of the dialog that the last press opens: Escape closes it and returns the focus to the pressed element.
   */
  dialog?: string | RegExp;
  /** A text that is visible once the screen is complete. */
  shows?: string | RegExp;
  /** Whether the live connection is refused and every list fails to load. */
  broken?: boolean;
}

/** The button of a booking's card. */
export const cardOf =
  (booking: { id: string }): Press =>
  (page) =>
    page.getByRole('article', { name: `Booking ${booking.id.slice(0, 8)}` }).getByRole('button');

/** The path and query of a booking's details. */
export const bookingAt = ({ id }: { id: string }) => `/?tab=bookings&booking=${id}`;

/** The part of a screen's definition for Booking Details, opened from the list. */
export const details = { path: '/?tab=bookings', dialog: 'Booking Details', shows: 'Total Amount' };

/** Whether the screen's path already opens a dialog. */
const opensDialog = ({ path }: Screen) => /booking=|dialog=/.test(path);

/** The element at index `at` of the screen's `press`: in the topmost dialog if one is open, else on the page. */
function pressOf(page: Page, screen: Screen, at: number): Locator {
  const what = screen.press?.[at] ?? '';
  if (typeof what !== 'string') return what(page);
  const isOver = opensDialog(screen) || (at > 0 && screen.dialog !== undefined);
  const place = isOver ? page.getByRole('dialog').last() : page.locator('body');
  const name = new RegExp(`^${what}`);
  return place.getByRole('button', { name }).or(place.getByRole('tab', { name })).first();
}

/** The dialog with the name `screen.dialog`. */
export const dialogOf = (page: Page, { dialog }: Screen): Locator =>
  page.getByRole('dialog', { name: dialog ?? '', exact: true });

/**
 * Opens a screen for a person who is signed in as `who`, by keys or by clicks, and waits until it is complete. Returns
 * the last pressed element.
 */
export async function openScreen(page: Page, screen: Screen, by: 'key' | 'click'): Promise<Locator | null> {
  if (screen.broken) {
    await page.routeWebSocket(/socket\.io/, (socket) => socket.close());
    await page.route(/\/api\/(?!config|auth\/me|driver\/profile)/, (route) => route.abort());
  }
  page.setDefaultTimeout(20_000);
  await page.goto(screen.path);
  let last: Locator | null = null;
  for (const at of (screen.press ?? []).keys()) {
    last = pressOf(page, screen, at);
    // A key press on a disabled button would do nothing.
    await expect(last).toBeEnabled();
    await (by === 'key' ? last.press('Enter') : last.click());
  }
  if (screen.dialog) await dialogOf(page, screen).waitFor();
  await screen.prepare?.(page);
  // If every list fails, the page behind a dialog shows the same text as the dialog.
  const place = screen.broken && opensDialog(screen) ? page.getByRole('dialog').last() : page;
  if (screen.shows) await place.getByText(screen.shows).filter({ visible: true }).first().waitFor();
  return last;
}
