import { bookingAt, cardOf, details, type Screen } from './screen';
import type { Town } from './town';

/** The screens of drivers. */
export function ofDrivers({ blank, ravi, sunita, imran, states, bids }: Town): Screen[] {
  const { in_progress: live, completed: done } = states;
  const owner = {
    pending: imran,
    accepted: imran,
    rejected: imran,
    cancelled: ravi,
    in_progress: ravi,
    completed: sunita,
  };
  const inEveryState = Object.entries(states).map(([state, booking]) => ({
    name: `06-details-driver-${state}`,
    who: owner[booking.status],
    ...details,
    press: [cardOf(booking)],
  }));
  const quote = { who: sunita, path: '/', press: ['Submit Quote'], dialog: 'Submit Quote' };
  return [
    ...inEveryState,
    {
      name: '06-receipt-driver',
      who: sunita,
      path: bookingAt(done),
      press: ['View Receipt'],
      dialog: 'Receipt',
      shows: 'Rider pays',
    },
    { name: '07-available', who: sunita, path: '/', shows: 'Saket District Centre' },
    {
      name: '07-counter-offer',
      who: ravi,
      path: '/',
      prepare: bids.askForLess,
      shows: 'Devika Rao asks for ₹225.00',
    },
    {
      name: '07-usual',
      who: sunita,
      path: '/',
      prepare: (page) => page.locator('article details > summary').first().press('Enter'),
      shows: 'Together',
    },
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
    { name: '07-switches', who: sunita, path: '/', press: ['Account'], dialog: 'Account', shows: 'On this device' },
    { name: '08-driver-setup', who: blank, path: '/', shows: 'Create Profile' },
    {
      name: '08-driver-setup-errors',
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
