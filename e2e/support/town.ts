import { setSuspension, verifyDriver } from '@boli/shared/admin/admin.endpoints';
import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { addContact } from '@boli/shared/contacts/contacts.endpoints';
import { addFavorite } from '@boli/shared/favorites/favorites.endpoints';
import { counterQuote, withdrawQuote } from '@boli/shared/rides/quotes.endpoints';
import { askPrice, cancelRide } from '@boli/shared/rides/rides.endpoints';
import { sendLocation } from '@boli/shared/tracking/tracking.endpoints';
import { picturesOf } from '../../demo/avatars';
import type { Account, Api } from './api';
import { here } from './where';

/** What the admin has written about the suspended customer. */
export const written = 'Booked rides again and again and came to none of them, as three drivers say';

/** Creates one booking in each status but `completed`, between Asha and Ravi or Imran. */
async function everyState(api: Api, { asha, ravi, imran }: Record<'asha' | 'ravi' | 'imran', Account>) {
  const book = async (driver: Account, price: number, method: 'cash' | 'google_pay') =>
    api.book(
      asha,
      await api.quote(driver, await api.ride(asha, 'Connaught Place', 'Khan Market', here.nearDrop), price),
      method,
    );
  const pending = await book(imran, 190, 'cash');
  const accepted = await api.step(imran, await book(imran, 210, 'google_pay'), 'accepted');
  const rejected = await api.step(imran, await book(imran, 230, 'cash'), 'rejected');
  const cancelled = await api.cancel(asha, await book(ravi, 250, 'google_pay'), 'Change of plans');
  const live = await book(ravi, 240, 'google_pay');
  await api.step(ravi, live, 'accepted');
  const in_progress = await api.step(ravi, live, 'in_progress');
  return { pending, accepted, rejected, cancelled, in_progress } satisfies Partial<Record<Booking['status'], Booking>>;
}

/**
 * Creates requests of Devika: one whose only quote was withdrawn, and a cancelled one. `askForLess` makes a
 * counter-offer.
 */
async function bidsOf(api: Api, driver: Account) {
  const devika = await api.person('customer', 'Devika Rao');
  const withdrawn = await api.ride(devika, 'Nehru Place', 'Hauz Khas Village', here.otherDrop);
  const { id } = await api.quote(driver, withdrawn, 150);
  await api.call(withdrawQuote, { as: driver, params: { id } });
  const cancelled = await api.ride(devika, 'Nehru Place', 'Lodhi Garden');
  await api.call(cancelRide, { as: devika, params: { id: cancelled.id } });
  let before: string | null = null;
  /** Posts a request with an asked price, quotes it, and makes a counter-offer, which can be answered for a minute. */
  const askForLess = async () => {
    if (before !== null) await api.call(cancelRide, { as: devika, params: { id: before } });
    const ride = await api.ride(devika, 'Green Park', 'Khan Market', here.nearDrop);
    before = ride.id;
    await api.call(askPrice, { as: devika, params: { id: ride.id }, body: { asked_price: 200 } });
    const quote = await api.quote(driver, ride, 240);
    await api.call(counterQuote, { as: devika, params: { id: quote.id }, body: { price: 225 } });
  };
  return { devika, withdrawn, cancelled, askForLess };
}

/** Creates people, ride requests with and without quotes, and a booking in each status, over the public API. */
export async function townOf(api: Api) {
  const asha = await api.person('customer', 'Asha Verma');
  const newcomer = await api.person('customer', 'Meera Nair');
  const blank = await api.person('driver', 'Gurpreet Singh');
  const names = ['Ravi Kumar', 'Sunita Yadav', 'Imran Sheikh'] as const;
  const cars = ['Maruti Suzuki Dzire', 'Maruti Suzuki WagonR', 'Hyundai Aura'] as const;
  const drivers = await Promise.all(
    names.map(async (name, at) => api.driver(name, cars[at], await picturesOf(at + 1))),
  );
  const [ravi, sunita, imran] = drivers;
  if (!ravi || !sunita || !imran) throw new Error('the town has no drivers');
  const kabir = await api.person('customer', 'Kabir Rao');
  const open = await api.ride(kabir, 'Connaught Place', 'Hauz Khas Village', here.otherDrop);
  for (const [at, driver] of drivers.entries()) await api.quote(driver, open, [240, 255, 290][at] ?? 360);
  const market = await api.ride(asha, 'Lajpat Nagar Central Market', 'Indira Gandhi Airport, Terminal 3');
  for (const [at, driver] of drivers.entries()) await api.quote(driver, market, 410 + at * 35);
  const quiet = await api.ride(asha, 'Saket District Centre', 'Noida Sector 18');
  const ended = await api.ride(asha, 'Khan Market', 'Lodhi Garden');
  let completed = await api.book(asha, await api.quote(sunita, ended, 120), 'phonepe');
  for (const status of ['accepted', 'in_progress', 'completed'] as const)
    completed = await api.step(sunita, completed, status);
  const states = { ...(await everyState(api, { asha, ravi, imran })), completed };
  for (const { user } of [ravi, sunita]) await api.call(addFavorite, { as: asha, params: { user_id: user.id } });
  await api.call(addContact, { as: asha, body: { name: 'Meera Verma', phone: '+91 98111 22333' } });
  const admin = await api.person('admin', 'Vikram Shah');
  await api.call(verifyDriver, {
    as: admin,
    params: { userId: ravi.user.id },
    query: { status: 'verified' },
    body: {},
  });
  const { user: rohit } = await api.person('customer', 'Rohit Jain');
  await api.call(setSuspension, { as: admin, params: { id: rohit.id }, body: { suspended: true, reason: written } });
  const bids = await bidsOf(api, ravi);
  return { asha, kabir, newcomer, blank, ravi, sunita, imran, open, quiet, ended, states, admin, bids };
}

export type Town = Awaited<ReturnType<typeof townOf>>;

/**
 * Sends the position of the running ride's car every 2 s, so that it stays fresh. Returns a function that stops the
 * sending.
 */
export function keepDriving(api: Api, { ravi, states }: Town): () => void {
  const body = { ...here.underWay, heading: 160, speed: 9 };
  const send = () =>
    void api.call(sendLocation, { as: ravi, params: { id: states.in_progress.id }, body }).catch(() => undefined);
  send();
  const timer = setInterval(send, 2_000);
  return () => clearInterval(timer);
}
