import type { Page } from '@playwright/test';
import type { Account } from './api';
import type { Screen } from './screen';
import { ofCustomers } from './screens.customers';
import { ofDrivers } from './screens.drivers';
import type { Town } from './town';

/** The table of all screens; a new screen is a new row. */
export function screensOf(town: Town): Screen[] {
  return [...ofAnybody(town), ...ofCustomers(town), ...ofDrivers(town), ...ofAdmins(town), ...ofTroubles(town)];
}

/** Dispatches the event by which Chromium offers to install a page; in the contexts of tests Chromium never does. */
const offerInstall = (page: Page) =>
  // A string, because the loader of `pictures.ts` adds calls of a helper to functions, and the page lacks this helper.
  page.evaluate(`window.dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt: async () => undefined, userChoice: Promise.resolve({ outcome: 'accepted' }) }))`);

function ofAnybody({ asha, ravi, newcomer, blank }: Town): Screen[] {
  return [
    { name: '01-login', who: null, path: '/auth', shows: 'Sign In' },
    { name: '01-register', who: null, path: '/auth', press: ['Register'], shows: 'Create Account' },
    {
      name: '01-register-errors',
      who: null,
      path: '/auth',
      press: ['Register', 'Create Account'],
      shows: 'Please enter your name',
    },
    {
      name: '01-forgot',
      who: null,
      path: '/auth',
      press: ['Forgot password'],
      shows: /Please ask whoever runs it|We send a link/,
    },
    { name: '01-reset', who: null, path: `/auth?reset=${'a'.repeat(43)}`, shows: 'Save password' },
    {
      name: '01-confirm',
      who: null,
      path: `/auth?confirm=${'a'.repeat(43)}`,
      shows: 'This link does not work any more',
    },
    { name: '10-fairness', who: null, path: '/fairness', shows: 'Last 30 days' },
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
    { name: '09-admin-log', who: admin, path: '/?tab=log', shows: /Driver verification|No entries/ },
    { name: '09-admin-users', who: admin, path: '/?tab=users', shows: 'Booked rides again' },
    {
      name: '09-admin-suspend',
      who: admin,
      path: '/?tab=users',
      press: ['Suspend '],
      dialog: /^Suspend /,
      shows: 'Reason',
    },
    { name: '15-live-board', who: admin, path: '/?tab=live', shows: 'Drivers online' },
    {
      name: '15-live-list',
      who: admin,
      path: '/?tab=live',
      prepare: (page) => page.getByRole('radio', { name: 'List' }).click(),
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

/** A success toast, an error toast, and lists that could not be loaded. */
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
        // A toast stays while the pointer is over it.
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
