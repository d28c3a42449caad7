import { type MessageRow, mayNotSeeRequests } from './row';

/** The messages of clients. A caller without a token is refused at the handshake. */
export const messageRows: MessageRow[] = [
  {
    message: 'ride:watch',
    cells: [401, 200, 404, 403, 403, 200],
    ask: async ({ quoted }) => {
      const { ride, quote } = await quoted();
      return { payload: { ride_request_id: ride.id }, thing: quote.id };
    },
  },
  {
    message: 'ride:unwatch',
    cells: [401, 200, 200, 403, 403, 200],
    ask: async ({ quoted }) => ({ payload: { ride_request_id: (await quoted()).ride.id } }),
  },
  {
    message: 'rides:watch',
    when: 'open',
    cells: [401, 403, 403, 200, 200, 403],
    drivers: mayNotSeeRequests,
    ask: async ({ quoted }) => ({ thing: (await quoted()).ride.id }),
  },
  {
    message: 'rides:watch',
    when: 'booked',
    cells: [401, 403, 403, 'own', 'own', 403],
    drivers: mayNotSeeRequests,
    ask: async ({ booked }) => ({ thing: (await booked()).ride_request_id }),
  },
  { message: 'rides:unwatch', cells: [401, 403, 403, 200, 200, 403], ask: async () => ({}) },
  {
    message: 'booking:watch',
    cells: [401, 200, 404, 200, 404, 200],
    ask: async ({ booked }) => {
      const { id } = await booked();
      return { payload: { booking_id: id }, thing: id };
    },
  },
  {
    message: 'booking:unwatch',
    cells: [401, 200, 200, 200, 200, 200],
    ask: async ({ booked }) => ({ payload: { booking_id: (await booked()).id } }),
  },
  {
    message: 'booking:location',
    when: 'in progress',
    cells: [401, 403, 403, 200, 404, 403],
    ask: async ({ running }) => ({ payload: { booking_id: (await running()).id, lat: 28.62, lng: 77.21 } }),
  },
  {
    message: 'drivers:watch',
    when: 'a driver who has quoted to the customer',
    cells: [401, 200, 404, 403, 403, 403],
    ask: async ({ quoted, people }) => {
      await quoted();
      const { id } = people['its driver'];
      return { payload: { driver_ids: [id] }, thing: id };
    },
  },
  {
    message: 'drivers:unwatch',
    cells: [401, 200, 200, 403, 403, 403],
    ask: async ({ people }) => ({ payload: { driver_ids: [people['its driver'].id] } }),
  },
  {
    message: 'admin:watch',
    cells: [401, 403, 403, 403, 403, 200],
    ask: async ({ quoted }) => ({ thing: (await quoted()).ride.id }),
  },
  { message: 'admin:unwatch', cells: [401, 403, 403, 403, 403, 200], ask: async () => ({}) },
  {
    message: 'driver:availability',
    cells: [401, 403, 403, 200, 200, 403],
    drivers: { 'driver without profile': 404 },
    ask: async () => ({ payload: { is_available: true } }),
  },
];
