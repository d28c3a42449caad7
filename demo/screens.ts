import { listBookings } from '@boli/shared/bookings/bookings.endpoints';
import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { readEarnings } from '@boli/shared/drivers/drivers.endpoints';
import { listNotifications } from '@boli/shared/notifications/notifications.endpoints';
import { listQuotes } from '@boli/shared/rides/quotes.endpoints';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import { listRides } from '@boli/shared/rides/rides.endpoints';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import type { Api } from './api';
import { catchUp } from './catch-up';
import { READ_ROWS, type Read } from './held';
import type { Resume } from './link';
import type { Person } from './stage';

type Reader = Pick<Person, 'token' | 'role'>;

const query = { limit: String(READ_ROWS) };

/** Reads by REST what all screens of a person show. */
export async function readScreens(api: Api, { token, role }: Reader): Promise<Read> {
  const rides = await api.call(listRides, { token, query });
  const bookings = await api.call(listBookings, { token, query });
  const { notifications } = await api.call(listNotifications, { token, query });
  const quotes: Quote[] = [];
  if (role === 'driver')
    return { rides, quotes, bookings, notifications, earnings: await api.call(readEarnings, { token }) };
  for (const { id } of rides) quotes.push(...(await api.call(listQuotes, { token, params: { id } })));
  return { rides, quotes, bookings, notifications, earnings: null };
}

/** Joins the rooms again and reads the lists, as the app does after a lost connection. */
export function resumeOf(api: Api, { token, role }: Reader): Resume {
  return async ({ ask, held }, watched, deliver) => {
    const known = new Set(held.rides.keys());
    const [rides, quotes, bookings]: [RideRequest[], Quote[], Booking[]] = [[], [], []];
    for (const { message, payload } of watched.values()) {
      const answer = await ask(message, payload);
      if ('ride_requests' in answer) rides.push(...answer.ride_requests);
      if ('quotes' in answer) quotes.push(...answer.quotes);
      if ('booking' in answer) bookings.push(answer.booking);
    }
    if (role === 'customer') rides.push(...(await api.call(listRides, { token, query })));
    bookings.push(...(await api.call(listBookings, { token, query })));
    const { notifications } = await api.call(listNotifications, { token, query });
    const earnings = role === 'driver' ? await api.call(readEarnings, { token }) : null;
    catchUp(held, { read: { rides, quotes, bookings, notifications, earnings }, known }, deliver);
  };
}
