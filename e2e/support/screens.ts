import type { Locator, Page } from '@playwright/test';
import type { Account } from './api';
import { readyMap } from './map';
import type { Town } from './town';

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

/** The table of all screens. A new screen is a row here. */
export function screensOf(town: Town): Screen[] {
  return [...ofAnybody(town), ...ofCustomers(town), ...ofDrivers(town), ...ofAdmins(town), ...ofTroubles(town)];
}

/** What Chromium sends to a page that may be installed; contexts of tests are never offered it. */
const offerInstall = (page: Page) =>
  // As text: what runs `pictures.ts` marks functions by a helper that the page has not got.
  page.evaluate(`window.dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt: async () => undefined, userChoice: Promise.resolve({ outcome: 'accepted' }) }))`);

const cardOf =
  (booking: { id: string }): Press =>
  (page) =>
    page.getByRole('article', { name: `Booking ${booking.id.slice(0, 8)}` }).getByRole('button');

const bookingAt = ({ id }: { id: string }) => `/?tab=bookings&booking=${id}`;
const details = { path: '/?tab=bookings', dialog: 'Booking Details', shows: 'Total Amount' };

function ofAnybody({ asha, ravi, newcomer, blank }: Town): Screen[] {
  return [
    { name: '01-login', who: null, path: '/auth', shows: 'Sign In' },
    { name: '01-register', who: null, path: '/auth', press: ['Register'], shows: 'Create Account' },
    {
      name: '01-register-faults',
      who: null,
      path: '/auth',
      press: ['Register', 'Create Account'],
      shows: 'Please enter your name',
    },
    { name: '12-account', who: asha, path: '/', press: ['Account'], dialog: 'Account', shows: 'Sign out everywhere' },
    {
      name: '13-notifications',
      who: asha,
      path: '/',
      press: ['Notifications'],
      dialog: 'Notifications',
      shows: 'Booking rejected',
    },
    {
      name: '13-notifications-driver',
      who: ravi,
      path: '/',
      press: ['Notifications'],
      dialog: 'Notifications',
      shows: 'You are verified',
    },
    {
      name: '13-notifications-empty',
      who: newcomer,
      path: '/',
      press: ['Notifications'],
      dialog: 'Notifications',
      shows: 'No notifications yet',
    },
    { name: '14-install', who: newcomer, path: '/', prepare: offerInstall, shows: 'Not Now' },
    { name: '14-install-setup', who: blank, path: '/', prepare: offerInstall, shows: 'Not Now' },
  ];
}

function ofCustomers({ asha, kabir, newcomer, open, quiet, ended, states }: Town): Screen[] {
  const { in_progress: live, completed: done } = states;
  const select = { who: kabir, path: `/?ride=${open.id}`, press: ['Select This Driver'] };
  return [
    { name: '02-my-rides', who: asha, path: '/', shows: 'Lajpat Nagar Central Market' },
    { name: '02-my-rides-empty', who: newcomer, path: '/', shows: 'No ride requests yet' },
    {
      name: '03-create-ride',
      who: newcomer,
      path: '/',
      press: ['Create Your First Ride Request'],
      dialog: 'Create Ride Request',
      shows: 'Schedule for later',
    },
    {
      name: '03-create-ride-later',
      who: newcomer,
      path: '/',
      press: ['Create Your First Ride Request'],
      prepare: async (page) => {
        await page.getByLabel('Pickup Location').fill('28.6315, 77.2167');
        await page.getByLabel('Drop Location').fill('28.5494, 77.2001');
        const later = page.getByRole('switch', { name: 'Schedule for later' });
        if (!(await later.isChecked())) await later.press('Space');
        await page.getByRole('dialog').getByRole('button', { name: 'Create Ride Request' }).click();
      },
      dialog: 'Create Ride Request',
      shows: 'Please choose a date and time',
    },
    {
      name: '04-quotes',
      who: kabir,
      path: `/?ride=${open.id}`,
      // The prices get out of one another's way once the map is drawn.
      prepare: (page) => readyMap(page.getByRole('tabpanel')),
      shows: 'Imran Sheikh',
    },
    { name: '04-quotes-empty', who: asha, path: `/?ride=${quiet.id}`, shows: /^No quotes yet/ },
    { name: '04-quotes-closed', who: asha, path: `/?ride=${ended.id}`, shows: 'See booking' },
    { name: '05-payment-method', ...select, dialog: 'Select Payment Method', shows: 'Confirm Booking' },
    {
      name: '05-promo-applied',
      ...select,
      prepare: async (page) => {
        const remove = page.getByRole('button', { name: 'Remove promo code SAVE100' });
        const field = page.getByLabel('Promo code', { exact: true });
        await remove.or(field).first().waitFor();
        if (await remove.isVisible()) return;
        await field.fill('SAVE100');
        await page.getByRole('button', { name: 'Apply' }).click();
        await remove.waitFor();
      },
      dialog: 'Select Payment Method',
      shows: 'SAVE100',
    },
    {
      name: '05-complete-payment',
      who: asha,
      path: bookingAt(live),
      press: ['Pay Now'],
      dialog: 'Complete Payment',
      shows: 'Secure payment',
    },
    {
      name: '05-test-checkout',
      who: asha,
      path: bookingAt(live),
      press: ['Pay Now', 'Proceed to Pay'],
      dialog: 'Test payment',
      shows: 'This is a test checkout. No money moves.',
    },
    {
      name: '05-change-method',
      who: asha,
      path: bookingAt(live),
      press: ['Change'],
      dialog: 'Change Payment Method',
      shows: 'Save',
    },
    { name: '06-my-bookings', who: asha, path: '/?tab=bookings', shows: 'Track your rides' },
    { name: '06-my-bookings-empty', who: newcomer, path: '/?tab=bookings', shows: 'No bookings yet' },
    ...Object.entries(states).map(([state, booking]) => ({
      name: `06-details-customer-${state}`,
      who: asha,
      ...details,
      press: [cardOf(booking)],
    })),
    {
      name: '06-receipt',
      who: asha,
      path: bookingAt(done),
      press: ['View Receipt'],
      dialog: 'Receipt',
      shows: 'Rider pays',
    },
    { name: '10-history', who: asha, path: '/?tab=history', shows: 'Lodhi Garden' },
    { name: '10-history-empty', who: newcomer, path: '/?tab=history', shows: 'No ride history yet' },
    { name: '10-safety', who: asha, path: '/?tab=safety', shows: 'Meera Verma' },
    { name: '10-safety-empty', who: newcomer, path: '/?tab=safety', shows: 'No emergency contacts yet' },
    {
      name: '10-add-contact',
      who: newcomer,
      path: '/?tab=safety',
      press: ['Add Contact'],
      prepare: (page) => page.getByRole('dialog').getByRole('button', { name: 'Add Contact' }).click(),
      dialog: 'Add Contact',
      shows: 'Please enter a name',
    },
    {
      name: '11-rate',
      who: asha,
      path: bookingAt(done),
      press: ['Rate This Ride'],
      prepare: (page) => page.getByRole('radio', { name: 'Very Good' }).check(),
      dialog: 'Rate Your Ride',
      shows: 'Submit Rating',
    },
    {
      name: '11-cancel-customer',
      who: asha,
      path: bookingAt(live),
      press: ['Cancel Booking'],
      prepare: async (page) => {
        await page.getByRole('radio', { name: 'Other', exact: true }).check();
        await page.getByRole('button', { name: 'Yes, Cancel' }).click();
      },
      dialog: 'Cancel Booking',
      shows: 'Please select or enter a cancellation reason',
    },
    { name: '13-favorites', who: asha, path: '/?tab=favorites', shows: 'Ravi Kumar' },
    { name: '13-favorites-empty', who: newcomer, path: '/?tab=favorites', shows: 'No favorite drivers yet' },
  ];
}

function ofDrivers({ blank, ravi, sunita, imran, states }: Town): Screen[] {
  const { in_progress: live, completed: done } = states;
  const owner = {
    pending: imran,
    accepted: imran,
    rejected: imran,
    cancelled: ravi,
    in_progress: ravi,
    completed: sunita,
  };
  const states_ = Object.entries(states).map(([state, booking]) => ({
    name: `06-details-driver-${state}`,
    who: owner[booking.status],
    ...details,
    press: [cardOf(booking)],
  }));
  const quote = { who: sunita, path: '/', press: ['Submit Quote'], dialog: 'Submit Quote' };
  return [
    ...states_,
    {
      name: '06-receipt-driver',
      who: sunita,
      path: bookingAt(done),
      press: ['View Receipt'],
      dialog: 'Receipt',
      shows: 'Rider pays',
    },
    { name: '07-available', who: sunita, path: '/', shows: 'Saket District Centre' },
    { name: '07-quote', ...quote, shows: 'Your Price (₹)' },
    {
      name: '07-quote-breakdown',
      ...quote,
      prepare: (page) => page.getByRole('spinbutton').fill('240'),
      shows: 'Platform fee (10%)',
    },
    {
      name: '07-earnings',
      who: sunita,
      path: '/',
      press: ['Earnings and statement'],
      dialog: 'Earnings and statement',
      shows: 'Statement',
    },
    { name: '08-driver-setup', who: blank, path: '/', shows: 'Create Profile' },
    {
      name: '08-driver-setup-faults',
      who: blank,
      path: '/',
      press: ['Create Profile'],
      shows: 'Please enter the car model',
    },
    { name: '08-profile', who: ravi, path: '/?tab=profile', shows: 'Already uploaded' },
    { name: '10-history-driver', who: sunita, path: '/?tab=history', shows: /^You earned/ },
    {
      name: '11-cancel-driver',
      who: ravi,
      path: bookingAt(live),
      press: ['Cancel Booking'],
      dialog: 'Cancel Booking',
      shows: 'Vehicle issue',
    },
  ];
}

function ofAdmins({ admin, states }: Town): Screen[] {
  const { in_progress: live } = states;
  return [
    { name: '09-admin-settlements', who: admin, path: '/', shows: 'Sunita Yadav' },
    { name: '09-admin-commissions', who: admin, path: '/?tab=commissions', shows: 'Sunita Yadav' },
    { name: '09-admin-verifications', who: admin, path: '/?tab=verifications', shows: 'Imran Sheikh' },
    {
      name: '09-admin-document',
      who: admin,
      path: '/?tab=verifications',
      press: ['Vehicle: '],
      dialog: /^Vehicle: /,
      shows: '100%',
    },
    { name: '09-admin-money', who: admin, path: '/?tab=money', shows: 'Payouts to drivers' },
    {
      name: '09-admin-promo',
      who: admin,
      path: '/?tab=money',
      press: ['New promo code'],
      dialog: 'New promo code',
      shows: 'Kind of discount',
    },
    { name: '15-live-board', who: admin, path: '/?tab=live', shows: 'Drivers online' },
    {
      name: '15-live-list',
      who: admin,
      path: '/?tab=live',
      prepare: (page) => page.getByText('List', { exact: true }).click(),
      shows: /^Rides and bookings/,
    },
    {
      name: '15-live-details',
      who: admin,
      path: `/?tab=live&booking=${live.id}`,
      shows: 'Started',
    },
  ];
}

/** Toasts of every kind, and each tab with nothing to show. */
function ofTroubles({ asha, newcomer, sunita, admin }: Town): Screen[] {
  const broken = (name: string, who: Account, path: string, shows: string | RegExp = 'Could not load'): Screen => ({
    name: `16-broken-${name}`,
    who,
    path,
    shows,
    broken: true,
  });
  return [
    {
      name: '16-toasts',
      who: newcomer,
      path: '/?dialog=create-ride',
      prepare: async (page) => {
        await page.getByRole('button', { name: 'Use current location as pickup' }).click();
        // A toast stays as long as somebody points at it.
        await page.getByText('Pickup set to current location').hover();
      },
      shows: 'Pickup set to current location',
    },
    {
      name: '16-toast-error',
      who: null,
      path: '/auth',
      prepare: async (page) => {
        await page.getByLabel('Email').fill('nobody@example.org');
        await page.getByLabel('Password', { exact: true }).fill('not the password');
        await page.getByRole('button', { name: 'Sign In' }).click();
        await page.getByText('Incorrect email or password').hover();
      },
      shows: 'Incorrect email or password',
    },
    broken('rides', asha, '/'),
    broken('bookings', asha, '/?tab=bookings'),
    broken('history', asha, '/?tab=history'),
    broken('favorites', asha, '/?tab=favorites'),
    broken('safety', asha, '/?tab=safety'),
    broken('notifications', asha, '/?dialog=notifications'),
    broken('available', sunita, '/'),
    broken('admin', admin, '/'),
    broken('money', admin, '/?tab=money'),
    broken('live', admin, '/?tab=live', /Could not load|Reconnecting/),
  ];
}

/** The nth thing to press on a screen: in the uppermost dialog where one is open by then. */
function pressOf(page: Page, screen: Screen, at: number): Locator {
  const what = screen.press?.[at] ?? '';
  if (typeof what !== 'string') return what(page);
  const isOver = /booking=|dialog=/.test(screen.path) || (at > 0 && screen.dialog !== undefined);
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
  if (screen.shows) await page.getByText(screen.shows).filter({ visible: true }).first().waitFor();
  return last;
}
