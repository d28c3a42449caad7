import type { Locator, Page } from '@playwright/test';
import type { Account } from './api';

/** A button (tab, link) by the beginning of its name, or where it is. */
type Press = string | ((page: Page) => Locator);

/** A screen with all that stands open on it: looked at by `pictures.ts`, judged by `accessible.e2e.ts`. */
export interface Screen {
  name: string;
  who: Account | null;
  path: string;
  /** Pressed one after the other, by key where `dialog` is tested. */
  press?: Press[];
  /** Done then, so that there is more to see. */
  prepare?: (page: Page) => Promise<unknown>;
  /** The name of the dialog that the last press opens: Escape closes it and the keyboard is back on what was pressed. */
  dialog?: string | RegExp;
  /** A text that stands there once the screen is complete. */
  shows?: string | RegExp;
  /** The live connection is away and every list fails. */
  broken?: boolean;
}

/** The button of a booking's card. */
export const cardOf =
  (booking: { id: string }): Press =>
  (page) =>
    page.getByRole('article', { name: `Booking ${booking.id.slice(0, 8)}` }).getByRole('button');

export const bookingAt = ({ id }: { id: string }) => `/?tab=bookings&booking=${id}`;

/** Booking Details, opened from the list. */
export const details = { path: '/?tab=bookings', dialog: 'Booking Details', shows: 'Total Amount' };

/** A dialog stands open as soon as the address is opened. */
const opensDialog = ({ path }: Screen) => /booking=|dialog=/.test(path);

/** The nth thing to press on a screen: in the uppermost dialog where one is open by then. */
function pressOf(page: Page, screen: Screen, at: number): Locator {
  const what = screen.press?.[at] ?? '';
  if (typeof what !== 'string') return what(page);
  const isOver = opensDialog(screen) || (at > 0 && screen.dialog !== undefined);
  const place = isOver ? page.getByRole('dialog').last() : page.locator('body');
  const name = new RegExp(`^${what}`);
  return place.getByRole('button', { name }).or(place.getByRole('tab', { name })).first();
}

/** The dialog that a screen is about. */
export const dialogOf = (page: Page, { dialog }: Screen): Locator =>
  page.getByRole('dialog', { name: dialog ?? '', exact: true });

/**
 * Opens a screen, for somebody who is signed in as `who`, by keys or by clicks, and waits until it is complete. Gives
 * back what was pressed last.
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
    await (by === 'key' ? last.press('Enter') : last.click());
  }
  if (screen.dialog) await dialogOf(page, screen).waitFor();
  await screen.prepare?.(page);
  // Where all fails, the page behind the dialog says the same as the dialog.
  const place = screen.broken && opensDialog(screen) ? page.getByRole('dialog').last() : page;
  if (screen.shows) await place.getByText(screen.shows).filter({ visible: true }).first().waitFor();
  return last;
}
