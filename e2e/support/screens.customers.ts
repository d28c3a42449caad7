import type { Page } from '@playwright/test';
import { readyMap } from './map';
import { bookingAt, cardOf, details, type Press, type Screen } from './screen';
import type { Town } from './town';
import { here, typed } from './where';

/** Fills in both places of the form by their coordinates. */
const choosePlaces = async (page: Page) => {
  await page.getByLabel('Pickup Location').fill(typed(here.pickup));
  await page.getByLabel('Drop Location').fill(typed(here.drop));
  await page.getByLabel('Drop Location').blur();
};

/** The screens of customers. */
export function ofCustomers({ asha, kabir, newcomer, open, quiet, ended, states, bids }: Town): Screen[] {
  const { in_progress: live, completed: done } = states;
  const opened: Press = (page) =>
    page.getByRole('article', { name: 'Ravi Kumar' }).getByRole('button', { name: 'Ravi Kumar', exact: true });
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
        await choosePlaces(page);
        const later = page.getByRole('switch', { name: 'Schedule for later' });
        if (!(await later.isChecked())) await later.press('Space');
        await page.getByRole('dialog').getByRole('button', { name: 'Create Ride Request' }).click();
      },
      dialog: 'Create Ride Request',
      shows: 'Please choose a date and time',
    },
    {
      name: '03-create-ride-usual',
      who: newcomer,
      path: '/',
      press: ['Create Your First Ride Request'],
      prepare: async (page) => {
        await choosePlaces(page);
        await page.locator('summary').filter({ hasText: 'How this is computed' }).press('Enter');
      },
      dialog: 'Create Ride Request',
      shows: 'Together',
    },
    {
      name: '03-create-ride-priced',
      who: newcomer,
      path: '/',
      press: ['Create Your First Ride Request'],
      prepare: async (page) => {
        await choosePlaces(page);
        await page.locator('summary').filter({ hasText: 'Name your price' }).press('Enter');
        await page.getByLabel('Your price (₹)').fill('220');
      },
      dialog: 'Create Ride Request',
      shows: 'Drivers may quote it with one tap',
    },
    {
      name: '04-quotes',
      who: kabir,
      path: `/?ride=${open.id}`,
      // The price markers have their final places only after the map is drawn.
      prepare: (page) => readyMap(page.getByRole('main')),
      shows: 'Imran Sheikh',
    },
    { name: '04-quotes-empty', who: asha, path: `/?ride=${quiet.id}`, shows: /^No quotes yet/ },
    {
      name: '04-bid',
      who: kabir,
      path: `/?ride=${open.id}`,
      press: [opened],
      dialog: 'Ravi Kumar',
      shows: 'Ask for another price',
    },
    {
      name: '04-counter-offer',
      who: kabir,
      path: `/?ride=${open.id}`,
      press: [opened, 'Ask for another price'],
      prepare: (page) => page.getByLabel('The price you ask for (₹)').fill('225'),
      dialog: 'Ask Ravi for another price',
      shows: 'Ask for ₹225.00',
    },
    {
      name: '04-asked-price',
      who: asha,
      path: `/?ride=${quiet.id}`,
      press: ['Name your price'],
      dialog: 'Name your price',
      shows: 'Your price (₹)',
    },
    {
      name: '04-quotes-ended',
      who: bids.devika,
      path: `/?ride=${bids.withdrawn.id}`,
      shows: 'Every quote was withdrawn. New ones may come.',
    },
    {
      name: '04-quotes-cancelled',
      who: bids.devika,
      path: `/?ride=${bids.cancelled.id}`,
      shows: 'Post again with another price',
    },
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
