import { aRoute } from '../market';
import { type CallRow, customers, itsCustomer, itsDriver, mayNotSeeRequests, parties, readers } from './row';

/** Ride requests, quotes, bookings and ratings. */
export const rideRows: CallRow[] = [
  { call: 'rides.createRide', cells: customers(201), ask: async () => ({ body: aRoute }) },
  {
    call: 'rides.listRides',
    when: 'open',
    cells: [401, 200, 'own', 200, 200, 200],
    drivers: mayNotSeeRequests,
    ask: async ({ quoted }) => ({ thing: (await quoted()).ride.id }),
  },
  {
    call: 'rides.listRides',
    when: 'booked',
    cells: [401, 200, 'own', 'own', 'own', 200],
    drivers: mayNotSeeRequests,
    ask: async ({ booked }) => ({ thing: (await booked()).ride_request_id }),
  },
  {
    call: 'rides.readRide',
    when: 'open',
    cells: [401, 200, 404, 200, 200, 200],
    drivers: mayNotSeeRequests,
    ask: async ({ quoted }) => {
      const { id } = (await quoted()).ride;
      return { params: { id }, thing: id };
    },
  },
  {
    call: 'rides.readRide',
    when: 'booked',
    cells: readers,
    drivers: mayNotSeeRequests,
    ask: async ({ booked }) => {
      const id = (await booked()).ride_request_id;
      return { params: { id }, thing: id };
    },
  },
  {
    call: 'rides.readWait',
    cells: itsCustomer(200),
    ask: async ({ quoted }) => ({ params: { id: (await quoted()).ride.id } }),
  },
  {
    call: 'rides.cancelRide',
    when: 'open',
    cells: itsCustomer(200),
    ask: async ({ quoted }) => ({ params: { id: (await quoted()).ride.id } }),
  },
  {
    call: 'rides.askPrice',
    when: 'open',
    cells: itsCustomer(200),
    ask: async ({ quoted }) => ({ params: { id: (await quoted()).ride.id }, body: { asked_price: 300 } }),
  },
  {
    call: 'rides.widenRide',
    when: 'open, without quotes',
    cells: itsCustomer(200),
    ask: async ({ steps, people }) => ({ params: { id: (await steps.ride(people.customer)).id } }),
  },
  {
    call: 'quotes.listQuotes',
    when: 'open',
    cells: [401, 200, 404, 200, 'own', 200],
    drivers: mayNotSeeRequests,
    ask: async ({ quoted }) => {
      const { ride, quote } = await quoted();
      return { params: { id: ride.id }, thing: quote.id };
    },
  },
  {
    call: 'quotes.listQuotes',
    when: 'booked',
    cells: readers,
    drivers: mayNotSeeRequests,
    ask: async ({ booked }) => {
      const { ride_request_id, quote } = await booked();
      return { params: { id: ride_request_id }, thing: quote.id };
    },
  },
  {
    call: 'quotes.createQuote',
    when: 'open, both have quoted',
    cells: [401, 403, 403, 200, 201, 403],
    drivers: { ...mayNotSeeRequests, 'losing driver': 200 },
    ask: async ({ quoted }) => ({ body: { ride_request_id: (await quoted()).ride.id, price: 300 } }),
  },
  {
    call: 'quotes.counterQuote',
    cells: itsCustomer(200),
    ask: async ({ quoted }) => ({ params: { id: (await quoted()).quote.id }, body: { price: 300 } }),
  },
  {
    call: 'quotes.answerCounter',
    cells: itsDriver,
    drivers: mayNotSeeRequests,
    ask: async ({ quoted, steps, people }) => {
      const { quote } = await quoted();
      await steps.counter(people.customer, quote, 300);
      return { params: { id: quote.id }, body: { answer: 'yes' } };
    },
  },
  {
    call: 'quotes.withdrawQuote',
    cells: itsDriver,
    ask: async ({ quoted }) => ({ params: { id: (await quoted()).quote.id } }),
  },
  {
    call: 'bookings.createBooking',
    cells: itsCustomer(201),
    ask: async ({ quoted }) => ({ body: { quote_id: (await quoted()).quote.id, payment_method: 'cash' } }),
  },
  {
    call: 'bookings.listBookings',
    cells: [401, 200, 'own', 200, 'own', 200],
    ask: async ({ booked }) => ({ thing: (await booked()).id }),
  },
  {
    call: 'bookings.readBooking',
    cells: readers,
    ask: async ({ booked }) => {
      const { id } = await booked();
      return { params: { id }, thing: id };
    },
  },
  ...(['accepted', 'rejected'] as const).map(
    (status): CallRow => ({
      call: 'bookings.stepBooking',
      when: `pending, to ${status}`,
      cells: itsDriver,
      ask: async ({ booked }) => ({ params: { id: (await booked()).id }, query: { status } }),
    }),
  ),
  {
    call: 'bookings.stepBooking',
    when: 'in progress, to completed',
    cells: itsDriver,
    ask: async ({ running }) => ({ params: { id: (await running()).id }, query: { status: 'completed' } }),
  },
  {
    call: 'bookings.markArrived',
    when: 'accepted',
    cells: itsDriver,
    ask: async ({ steps, people, booked }) => ({
      params: { id: (await steps.step(people['its driver'], await booked(), 'accepted')).id },
    }),
  },
  {
    call: 'bookings.markArrived',
    when: 'pending',
    cells: [401, 403, 403, 409, 404, 403],
    ask: async ({ booked }) => ({ params: { id: (await booked()).id } }),
  },
  {
    call: 'bookings.cancelBooking',
    when: 'pending',
    cells: parties,
    ask: async ({ booked }) => ({ params: { id: (await booked()).id }, body: { reason: 'Change of plans' } }),
  },
  {
    call: 'tracking.sendLocation',
    when: 'in progress',
    cells: itsDriver,
    ask: async ({ running }) => ({ params: { id: (await running()).id }, body: { lat: 28.62, lng: 77.21 } }),
  },
  {
    call: 'tracking.readTrack',
    when: 'in progress',
    cells: readers,
    ask: async ({ running }) => ({ params: { id: (await running()).id } }),
  },
  {
    call: 'tracking.addTrack',
    when: 'in progress',
    cells: itsDriver,
    ask: async ({ running }) => {
      const points = [{ lat: 28.62, lng: 77.21, recorded_at: new Date().toISOString() }];
      return { params: { id: (await running()).id }, body: { points } };
    },
  },
  {
    call: 'tracking.issuePositionToken',
    when: 'in progress',
    cells: itsDriver,
    ask: async ({ running }) => ({ params: { id: (await running()).id } }),
  },
  {
    call: 'tracking.postPosition',
    when: 'with an access token',
    cells: [401, 401, 401, 401, 401, 401],
    ask: async ({ running }) => ({ params: { id: (await running()).id }, body: { latitude: 28.62, longitude: 77.21 } }),
  },
  {
    call: 'bookings.setPaymentMethod',
    cells: itsCustomer(200),
    ask: async ({ booked }) => ({ params: { id: (await booked()).id }, body: { payment_method: 'paytm' } }),
  },
  {
    call: 'bookings.markPaid',
    when: 'by direct UPI',
    cells: parties,
    ask: async ({ booked }) => ({
      params: { id: (await booked({ payment_method: 'phonepe' })).id },
      body: { payment_status: 'completed' },
    }),
  },
  {
    call: 'bookings.confirmPayment',
    when: 'claimed by its driver',
    cells: [401, 200, 404, 409, 404, 200],
    ask: async ({ app, booked, people }) => {
      const { id } = await booked({ payment_method: 'phonepe' });
      const call = { token: people['its driver'].token, body: { payment_status: 'completed' } };
      await app.request('PUT', `/bookings/${id}/payment`, call);
      return { params: { id } };
    },
  },
  {
    call: 'bookings.confirmPayment',
    when: 'in cash, completed',
    cells: [401, 409, 404, 200, 404, 200],
    ask: async ({ completed }) => ({ params: { id: (await completed()).id } }),
  },
  {
    call: 'bookings.refuseClaim',
    when: 'claimed by its customer, cancelled',
    cells: [401, 403, 403, 403, 403, 200],
    ask: async ({ app, booked, people, steps }) => {
      const { id } = await booked({ payment_method: 'phonepe' });
      const call = { token: people.customer.token, body: { payment_status: 'completed' } };
      await app.request('PUT', `/bookings/${id}/payment`, call);
      await steps.cancel(people.customer, { id });
      return { params: { id } };
    },
  },
  {
    call: 'bookings.listHistory',
    when: 'completed',
    cells: [401, 200, 'own', 200, 'own', 403],
    ask: async ({ completed }) => ({ thing: (await completed()).id }),
  },
  {
    call: 'ratings.createRating',
    when: 'completed',
    cells: itsCustomer(201),
    ask: async ({ completed }) => ({ body: { booking_id: (await completed()).id, rating: 5, review: null } }),
  },
];
