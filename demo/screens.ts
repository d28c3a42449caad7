import { listBookings } from '@boli/shared/bookings/bookings.endpoints';
import { readEarnings } from '@boli/shared/drivers/drivers.endpoints';
import { listNotifications } from '@boli/shared/notifications/notifications.endpoints';
import { listQuotes } from '@boli/shared/rides/quotes.endpoints';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import { listRides } from '@boli/shared/rides/rides.endpoints';
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

/** Joins the rooms again and reads the lists, all at the same time, as the stores of the app do after a lost connection. */
export function resumeOf(api: Api, { token, role }: Reader): Resume {
  return async ({ ask, held }, watched, deliver) => {
    const known = new Map([...held.rides].map(([id, { version }]) => [id, version]));
    const asked = Promise.all([...watched.values()].map(({ message, payload }) => ask(message, payload)));
    const [answers, own, read, { notifications }, earnings] = await Promise.all([
      asked,
      role === 'customer' ? api.call(listRides, { token, query }) : [],
      api.call(listBookings, { token, query }),
      api.call(listNotifications, { token, query }),
      role === 'driver' ? api.call(readEarnings, { token }) : null,
    ]);
    const rides = answers.flatMap((answer) => ('ride_requests' in answer ? answer.ride_requests : []));
    const quotes = answers.flatMap((answer) => ('quotes' in answer ? answer.quotes : []));
    const bookings = answers.flatMap((answer) => ('booking' in answer ? [answer.booking] : []));
    const snapshot = { rides: [...rides, ...own], quotes, bookings: [...bookings, ...read], notifications, earnings };
    catchUp(held, { read: snapshot, known }, deliver);
  };
}
