import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { bookingStatuses } from '@boli/shared/bookings/bookings.state';
import { readRide } from '@boli/shared/rides/rides.endpoints';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { call } from '../../core/api';
import { useDevicePosition } from '../../core/device-position';
import { formatClock } from '../../core/time';
import { aBooking } from '../../testing/booking.builder';
import { type FakeDevice, fakeDevice } from '../../testing/device';
import { LazyMap, shownMap, shownMarkers } from '../../testing/map';
import { press } from '../../testing/press';
import { renderPart } from '../../testing/render';
import { aRide } from '../../testing/ride.builder';
import { type Answer, fakeServer } from '../../testing/server';
import { heightsOf } from '../../ui/sheet/snaps';
import { applyBookingsPage, useBookings } from './bookings.store';
import { forgetPositions } from './positions';
import type { Ends } from './trip/NextStep';
import type { Side } from './words';

jest.unstable_mockModule('../../ui/LazyMap', () => ({ LazyMap }));
const { StageMap, StageProvider } = await import('../../ui/stage/stage-map');
const { TRIP_SNAPS } = await import('../../ui/stage/StageDialog');
const { BookingDialogs } = await import('./BookingDialogs');
const { useSharing } = await import('./sharing/use-location-sharing');

const { id } = aBooking();
const path = `/bookings/${id}`;
let device: FakeDevice;
let answers: Record<string, (body: unknown) => Answer>;
let changes: number;
let posted: Ends[];

beforeEach(() => {
  changes = 0;
  posted = [];
  device = fakeDevice();
  answers = { [`GET /rides/request/${aBooking().ride_request_id}`]: () => ({ body: aRide() }) };
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  forgetPositions();
  useBookings.setState({ byId: {}, total: null });
});

/** Opens the details of a booking by their URL, as the booking's card does. */
async function open(side: Side, over: Partial<Booking> = {}) {
  const booking = aBooking(over);
  answers[`GET ${path}`] = () => ({ body: booking });
  applyBookingsPage([booking], 1);
  const server = fakeServer(answers);
  renderPart(
    <StageProvider>
      <StageMap />
      <BookingDialogs
        side={side}
        onChanged={() => {
          changes += 1;
        }}
        onPost={(ends) => posted.push(ends)}
      />
    </StageProvider>,
    `/?booking=${id}`,
  );
  await screen.findByRole('dialog', { name: 'Booking Details' });
  return server;
}
const details = () => within(screen.getByRole('dialog', { name: 'Booking Details' }));
const steps = ['Accept', 'Reject', 'Start Ride & Track Location', 'Complete Ride', 'Rate This Ride', 'Cancel Booking'];
const shown = () => {
  const names = details()
    .getAllByRole('button')
    .map((button) => button.textContent ?? '');
  return steps.filter((name) => names.includes(name));
};

describe('the actions of Booking Details', () => {
  const cancel = 'Cancel Booking';
  const table: Record<Side, Record<(typeof bookingStatuses)[number], string[]>> = {
    driver: {
      pending: ['Accept', 'Reject', cancel],
      accepted: ['Start Ride & Track Location', cancel],
      rejected: [],
      in_progress: ['Complete Ride', cancel],
      completed: [],
      cancelled: [],
    },
    customer: {
      pending: [cancel],
      accepted: [cancel],
      rejected: [],
      in_progress: [cancel],
      completed: ['Rate This Ride'],
      cancelled: [],
    },
  };
  test.each(bookingStatuses)(
    'for both roles, while the booking is %s, are those of section 4 of the specification',
    async (status) => {
      for (const side of ['driver', 'customer'] as const) {
        await open(side, { status });
        expect([side, shown()]).toEqual([side, table[side][status]]);
        cleanup();
      }
    },
  );

  test.each([
    ['pending', 'Accept', 'accepted', 'Booking accepted'],
    ['pending', 'Reject', 'rejected', 'Booking rejected'],
    ['accepted', 'Start Ride & Track Location', 'in_progress', 'Booking in progress'],
    ['in_progress', 'Complete Ride', 'completed', 'Booking completed'],
  ] as const)('lead from %s by %s to %s, show a toast and call onChanged', async (from, name, to, words) => {
    answers[`PUT ${path}/status`] = () => ({ body: aBooking({ status: to, version: 2 }) });
    const { requests } = await open('driver', { status: from });
    await press(name);
    expect(await screen.findByText(words)).toBeTruthy();
    const call = requests.find(({ method, path: asked }) => method === 'PUT' && asked.endsWith('/status'));
    expect([call?.query, call?.body]).toEqual([`?status=${to}`, null]);
    expect(changes).toBe(1);
  });

  test('ask for a confirmation before a planned ride is started early', async () => {
    answers[`PUT ${path}/status`] = () => ({ body: aBooking({ status: 'in_progress', version: 2 }) });
    const { requests } = await open('driver', {
      status: 'accepted',
      is_scheduled: true,
      scheduled_time: new Date(Date.now() + 3_600_000).toISOString(),
    });
    await press('Start Ride & Track Location');
    expect(await screen.findByText(/^This ride is planned for .*\. Start now\?$/)).toBeTruthy();
    expect(requests.some(({ method }) => method === 'PUT')).toBe(false);
    await press('Start now');
    expect(await screen.findByText('Booking in progress')).toBeTruthy();
  });
});

describe('the arrival at the pickup', () => {
  const since = '2026-11-21T04:16:00.000Z';

  test('is marked by a press of the driver, which shows a toast and the waiting time', async () => {
    answers[`POST ${path}/arrived`] = () => ({ body: aBooking({ status: 'accepted', arrived_at: since, version: 2 }) });
    const { requests } = await open('driver', { status: 'accepted' });
    await press("I'm here");
    expect(await screen.findByText('The customer has been told that you are here')).toBeTruthy();
    expect(requests.filter(({ path: asked }) => asked.endsWith('/arrived'))).toHaveLength(1);
    expect(details().getByRole('heading', { name: 'Asha Verma knows that you are here' })).toBeTruthy();
    expect(details().getByText(`Waiting since ${formatClock(since)}`)).toBeTruthy();
    expect(details().queryByRole('button', { name: "I'm here" })).toBeNull();
  });

  test('is shown to the customer, with the vehicle number as single letters for screen readers', async () => {
    await open('customer', { status: 'accepted', arrived_at: since, vehicle_number: 'DL 1Z' });
    expect(details().getByText('Ravi Kumar is here')).toBeTruthy();
    expect(details().getByText('DL 1Z')).toBeTruthy();
    expect(details().getByText('Number plate D L 1 Z')).toBeTruthy();
  });
});

describe('the content of Booking Details', () => {
  test('for a customer is status, places, amount, payment method and state, and never the fee', async () => {
    await open('customer', { status: 'accepted', payment_status: 'completed', driver_upi_id: 'ravi@upi' });
    for (const words of [
      ...['accepted', 'Connaught Place', 'Hauz Khas Village', 'PhonePe', 'Paid'],
      ...['Total Amount', 'Payment Method', 'Payment Status', 'Booking 7c1f09ab'],
    ]) {
      expect([words, details().queryAllByText(words).length > 0]).toEqual([words, true]);
    }
    expect(details().getByText('Total Amount').nextElementSibling?.textContent).toContain('₹240.00');
    expect(details().queryByText('Platform Fee')).toBeNull();
    expect(details().queryByText('Your Earnings')).toBeNull();
  });

  test.each([
    ['pending', 'pending'],
    ['accepted', 'accepted'],
    ['rejected', 'rejected'],
    ['in_progress', 'in progress'],
    ['completed', 'completed'],
    ['cancelled', 'cancelled'],
  ] as const)('shows the status %s as text: %s', async (status, words) => {
    await open('driver', { status });
    expect(details().getByText(words)).toBeTruthy();
  });

  test('for a driver includes the platform fee and the earnings', async () => {
    await open('driver', { status: 'accepted' });
    expect(details().getByText('Platform Fee').nextElementSibling?.textContent).toBe('-₹24.00');
    expect(details().getByText('Your Earnings').nextElementSibling?.textContent).toBe('₹216.00');
    expect(details().getByText('Pending')).toBeTruthy();
  });

  test.each([
    [
      { model: 'per_ride', percent: 0, per_ride: 5 },
      { platform_fee: 5, driver_earnings: 235 },
      'Fee per ride ₹5.00',
      '-₹5.00',
    ],
    [{ model: 'pass', percent: 0, per_ride: 0 }, { platform_fee: 0, driver_earnings: 240 }, 'Pass: no fee', '₹0.00'],
    [{ model: 'zero', percent: 0, per_ride: 0 }, { platform_fee: 0, driver_earnings: 240 }, 'No fee', '₹0.00'],
  ] as const)('for a driver names the fee rule of the booking: %j', async (fee_rule, split, words, fee) => {
    await open('driver', { status: 'accepted', fee_rule, ...split });
    expect(details().getByText(words).nextElementSibling?.textContent).toBe(fee);
    expect(details().queryByText('Platform Fee')).toBeNull();
  });

  test("for a customer who does not pay cash includes the driver's UPI ID, which can be copied", async () => {
    const copied: string[] = [];
    const clipboard = { writeText: async (text: string) => void copied.push(text) };
    Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
    await open('customer', { status: 'accepted', driver_upi_id: 'ravi@upi' });
    expect(details().getByText("Driver's UPI ID").nextElementSibling?.textContent).toBe('ravi@upi');
    await press('Copy');
    expect(await screen.findByText('UPI ID copied!')).toBeTruthy();
    expect(copied).toEqual(['ravi@upi']);
  });

  test('tells the customer, and not the driver, that the driver is on the way while the ride runs', async () => {
    await open('customer', { status: 'in_progress' });
    expect(details().getByText('Your driver is on the way. Track location above.')).toBeTruthy();
    cleanup();
    await open('driver', { status: 'in_progress' });
    expect(details().queryByText('Your driver is on the way. Track location above.')).toBeNull();
  });

  test('shows pickup, drop and driver while the ride runs, on a map 400 px high at zoom 13', async () => {
    const place = { driver_lat: 28.6, driver_lng: 77.2, driver_location_at: new Date().toISOString() };
    await open('customer', { status: 'in_progress', ...place });
    expect(shownMap.props).toMatchObject({ zoom: 13, height: 'fill' });
    await waitFor(() =>
      expect(shownMarkers()).toEqual(['pickup 28.6315,77.2167', 'drop 28.5535,77.1926', 'driver 28.6,77.2']),
    );
    expect(shownMap.props?.trip).toEqual({ car: { lat: 28.6, lng: 77.2 }, next: { lat: 28.5535, lng: 77.1926 } });
    cleanup();
    // On a screen of 844 pixels the sheet covers 444, so that 400 pixels of the map stay visible.
    expect(heightsOf(TRIP_SNAPS, 844)[1]).toBe(444);
    await open('customer', { status: 'completed', ...place });
    expect(shownMarkers()).toEqual(['pickup 28.6315,77.2167', 'drop 28.5535,77.1926']);
  });
});

test.each<[string, Partial<Booking>, RegExp]>([
  [
    'shows the time of that position if the road is known',
    { road: { distance_km: 8, duration_min: 20, source: 'roads' } },
    /^about \d+ min$/,
  ],
  ['shows no time if the road is not known', { road: null }, /^Going to Hauz Khas Village$/],
])('opened with an old position of the driver, a ride in progress %s', async (_shows, over, title) => {
  const driver_location_at = new Date(Date.now() - 120_000).toISOString();
  const place = { driver_lat: 28.6, driver_lng: 77.2, driver_location_at };
  await open('customer', { status: 'in_progress', ...place, ...over });
  expect(details().getByRole('heading', { name: title })).toBeTruthy();
  expect(details().queryByText(`as of ${formatClock(driver_location_at)}`) !== null).toBe(over.road !== null);
  // The label on the map says the age: the car below it is grey, and does not repeat the age.
  expect(details().getByText('updated 2 min ago')).toBeTruthy();
  const car = shownMap.props?.markers.find(({ kind }) => kind === 'driver');
  expect([car?.stale, car?.caption]).toEqual([true, undefined]);
});

test('the route of a completed ride is drawn as driven if a drive was recorded; that of a pending booking as not driven yet', async () => {
  const driven = { distance_km: 8.2, duration_min: 20, source: 'recorded' } as const;
  await open('customer', { status: 'completed', driven: { ...driven, distance_km: 0 } });
  expect([shownMap.props?.behind, shownMap.props?.line?.length]).toEqual([[], 2]);
  cleanup();
  await open('customer', { status: 'completed', driven });
  expect(shownMap.props?.behind).toHaveLength(2);
  expect(shownMap.props?.line).toEqual([]);
  expect(shownMap.props?.frame).toHaveLength(4);
  cleanup();
  await open('customer', { status: 'pending' });
  expect(shownMap.props?.line).toHaveLength(2);
});

test("the driver of a pending booking sees the driver's car on the map, the customer sees no car", async () => {
  act(() => useDevicePosition.setState({ place: { lat: 28.6, lng: 77.2 } }));
  await open('driver', { status: 'pending' });
  expect(shownMarkers()).toContain('driver 28.6,77.2');
  expect(shownMap.props?.line).toHaveLength(2);
  cleanup();
  await open('customer', { status: 'pending' });
  expect(shownMarkers()).toHaveLength(2);
  act(() => useDevicePosition.setState({ place: null }));
});

test('the slides that start and complete a ride show different icons', async () => {
  const signs = [];
  for (const status of ['accepted', 'in_progress'] as const) {
    await open('driver', { status });
    signs.push(document.querySelector('[data-thumb] svg')?.getAttribute('class'));
    cleanup();
  }
  expect(signs[0]).toBeTruthy();
  expect(signs[0]).not.toBe(signs[1]);
});

describe('Mark Payment as Completed', () => {
  const mark = 'Mark Payment as Completed';
  test.each(['customer', 'driver'] as const)('is shown to the %s while a non-cash payment is pending', async (side) => {
    for (const payment_method of ['phonepe', 'google_pay', 'paytm'] as const) {
      await open(side, { status: 'accepted', payment_method });
      expect(screen.getByRole('button', { name: mark })).toBeTruthy();
      cleanup();
    }
    for (const over of [{ payment_method: 'cash' }, { payment_status: 'completed' }] as const) {
      await open(side, { status: 'accepted', ...over });
      expect(screen.queryByRole('button', { name: mark })).toBeNull();
      cleanup();
    }
  });

  test('sends the status completed and shows a toast', async () => {
    answers[`PUT ${path}/payment`] = () => ({ body: aBooking({ payment_status: 'completed', version: 2 }) });
    const { requests } = await open('driver', { status: 'completed' });
    await press(mark);
    expect(await screen.findByText('Payment marked as completed')).toBeTruthy();
    expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({ payment_status: 'completed' });
    expect(await details().findByText('Paid')).toBeTruthy();
    expect(screen.queryByRole('button', { name: mark })).toBeNull();
  });
});

describe('a payment that is claimed or due', () => {
  const at = '2026-11-21T05:00:00.000Z';
  const claimed = (by: 'customer' | 'driver' | 'system', over: Partial<Booking> = {}): Partial<Booking> => ({
    status: 'completed',
    payment_status: 'completed',
    payment_claimed_by: by,
    payment_claimed_at: at,
    ...over,
  });
  const cash = { payment_method: 'cash' } as const;

  test.each<[Side, string, Partial<Booking>]>([
    ['driver', 'Cash received', claimed('system', cash)],
    ['driver', 'Cash received', claimed('customer', { ...cash, payment_status: 'pending' })],
    ['driver', 'Payment received', claimed('customer')],
    ['customer', 'Confirm payment', claimed('driver')],
  ])('shows the %s the button: %s', async (side, button, over) => {
    const confirmed = { payment_status: 'completed', payment_confirmed_by: side, payment_confirmed_at: at } as const;
    answers[`POST ${path}/payment/confirm`] = () => ({ body: aBooking({ ...over, ...confirmed, version: 2 }) });
    const { requests } = await open(side, over);
    await press(button);
    expect(await screen.findByText('Payment confirmed')).toBeTruthy();
    expect(requests.some(({ path: asked }) => asked === `${path}/payment/confirm`)).toBe(true);
    expect(screen.queryByRole('button', { name: button })).toBeNull();
    expect(details().getByText('Confirmed by')).toBeTruthy();
  });

  test.each<[Side, string, Partial<Booking>]>([
    ['customer', 'Waiting for the driver to confirm your payment.', claimed('customer')],
    ['driver', 'Waiting for the customer to confirm.', claimed('driver')],
  ])('tells the %s to wait for the other side', async (side, text, over) => {
    await open(side, over);
    expect(details().getByText(text)).toBeTruthy();
    expect(details().queryByRole('button', { name: /confirm|received/i })).toBeNull();
  });

  test.each(['accepted', 'completed', 'cancelled'] as const)(
    'is marked as not confirmed beside the payment state while the booking is %s',
    async (status) => {
      await open('driver', claimed('customer', { status }));
      expect(details().getByText('Paid').nextSibling?.textContent).toBe('· not confirmed yet');
      cleanup();
      await open('driver', claimed('customer', { status, payment_confirmed_by: 'driver', payment_confirmed_at: at }));
      expect(details().getByText('Paid').nextSibling).toBeNull();
    },
  );

  test('in cash that is not confirmed yet asks the customer to pay and the driver to confirm', async () => {
    const now = claimed('customer', { ...cash, status: 'completed', payment_status: 'pending' });
    await open('customer', now);
    expect(details().getByText('Pay the driver ₹240.00 in cash. They confirm it.')).toBeTruthy();
    cleanup();
    await open('driver', now);
    expect(details().getByText('The customer pays ₹240.00 in cash now. Press when you have it.')).toBeTruthy();
  });

  test('in cash counts as paid once the ride has ended; both sides read this until the driver confirms it', async () => {
    const beside = () => details().getByText('Paid').nextSibling?.textContent;
    await open('customer', claimed('system', cash));
    expect(beside()).toBe('· in cash, not confirmed yet');
    expect(
      details().getByText('Cash counts as paid when the ride ends. The driver has not confirmed the ₹240.00 yet.'),
    ).toBeTruthy();
    cleanup();
    await open('driver', claimed('system', cash));
    expect(beside()).toBe('· in cash, not confirmed yet');
    expect(
      details().getByText('Did you get ₹240.00 in cash? It counts as paid since the ride has ended.'),
    ).toBeTruthy();
    cleanup();
    await open('customer', claimed('system', { ...cash, payment_confirmed_by: 'driver', payment_confirmed_at: at }));
    expect(beside()).toBeUndefined();
    expect(details().queryByText(/counts as paid/)).toBeNull();
  });

  test('in cash has no confirm button for the customer, and none for the driver once it is confirmed', async () => {
    await open('customer', claimed('system', cash));
    expect(details().queryByRole('button', { name: /confirm|received/i })).toBeNull();
    cleanup();
    await open('driver', claimed('system', { ...cash, payment_confirmed_by: 'driver', payment_confirmed_at: at }));
    expect(screen.queryByRole('button', { name: 'Cash received' })).toBeNull();
  });

  const filled = () =>
    details()
      .getAllByRole('button')
      .filter(({ dataset }) => dataset.variant === 'filled')
      .map(({ textContent }) => textContent);
  const isBefore = (first: Element, second: Element) =>
    (first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

  test.each<[Side, string, Partial<Booking>]>([
    ['driver', 'Cash received', claimed('system', cash)],
    ['driver', 'Payment received', claimed('customer')],
    ['driver', 'Mark Payment as Completed', { status: 'completed' }],
    ['customer', 'Confirm payment', claimed('driver')],
  ])('asks the %s above the amounts, with the only filled button: %s', async (side, button, over) => {
    await open(side, over);
    expect(filled()).toEqual([button]);
    expect(isBefore(details().getByText(button), details().getByText('Total Amount'))).toBe(true);
    expect(details().getAllByRole('button', { name: button })).toHaveLength(1);
  });

  test('has no button any more once it is confirmed: Back to the requests is then the only filled button', async () => {
    await open('driver', claimed('system', { ...cash, payment_confirmed_by: 'driver', payment_confirmed_at: at }));
    expect(filled()).toEqual(['Back to the requests']);
  });

  test('shows the text of the server when the confirmation fails', async () => {
    answers[`POST ${path}/payment/confirm`] = () => ({ status: 409, body: { detail: 'Paid through the gateway' } });
    await open('driver', claimed('customer'));
    await press('Payment received');
    expect(await screen.findByText('Paid through the gateway')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Payment received' })).toBeTruthy();
  });
});

test('both sides see that a payment was refunded, and the customer sees no UPI ID to pay to any more', async () => {
  const refunded = {
    status: 'completed',
    payment_status: 'completed',
    payment_method: 'phonepe',
    driver_upi_id: 'ravi@upi',
    refund_status: 'refunded',
    refund_amount: 240,
  } as const;
  await open('customer', refunded);
  expect(details().getByText('₹240.00 went back to you')).toBeTruthy();
  expect(details().queryByText("Driver's UPI ID")).toBeNull();
  cleanup();
  await open('driver', refunded);
  expect(details().getByText('₹240.00 went back to the customer')).toBeTruthy();
});

describe('a ride that was cancelled in progress', () => {
  const part = { price: 120, discount_amount: 0, final_price: 120, platform_fee: 12, driver_earnings: 108 };

  test('shows that an admin decides its refund', async () => {
    await open('customer', { status: 'cancelled', payment_status: 'completed', refund_status: 'review' });
    expect(details().getByText('Refund in review')).toBeTruthy();
    expect(details().getByText(/^We look at how much of ₹240\.00 goes back/)).toBeTruthy();
  });

  test('shows the refund and the charged part, and to the driver the split of that part', async () => {
    const decided = {
      status: 'cancelled',
      payment_status: 'completed',
      refund_status: 'refunded',
      refund_amount: 120,
      part_fare: part,
      driver_fare: part,
    } as const;
    await open('customer', decided);
    expect(details().getByText('₹120.00 goes back, ₹120.00 stays for the part driven')).toBeTruthy();
    expect(details().getByText('Partly refunded')).toBeTruthy();
    expect(details().getByText('Total Amount').nextElementSibling?.textContent).toContain('₹120.00');
    expect(details().getByRole('button', { name: 'View Receipt' })).toBeTruthy();
    cleanup();
    await open('driver', decided);
    const words = screen.getByRole('dialog', { name: 'Booking Details' }).textContent;
    for (const text of ['Part driven', '-₹12.00', '₹108.00']) expect(words).toContain(text);
  });

  test.each(['customer', 'driver'] as const)(
    'shows the %s the fee for cancelling and its receipt, although the fare is not charged',
    async (side) => {
      const cancellation_fee = { by: 'customer', amount: 9, rule: 'a fee' } as const;
      await open(side, { status: 'cancelled', cancelled_by: 'customer', cancellation_fee });
      const fee = details().getByText('Cancellation fee of the customer');
      expect(fee.nextElementSibling?.textContent).toBe('₹9.00');
      expect(details().getByRole('button', { name: 'View Receipt' })).toBeTruthy();
    },
  );

  test('has no receipt if nothing is charged', async () => {
    await open('driver', { status: 'cancelled', part_fare: { ...part, final_price: 0, price: 0 } });
    expect(details().queryByRole('button', { name: 'View Receipt' })).toBeNull();
  });
});

describe('the driver of a reviewed ride', () => {
  const earned = () => details().queryByText('Your Earnings')?.nextElementSibling?.textContent;
  const cash = { status: 'completed', payment_method: 'cash', payment_status: 'completed' } as const;
  const promo = { promo_code: 'SAVE100', discount_amount: 100, final_price: 140, total_price: 140 } as const;

  test('sees no payout for a cash ride, only a promo credit that waits for the decision', async () => {
    await open('driver', { ...cash, review_status: 'pending' });
    expect(details().queryByText(/looked at|payout/)).toBeNull();
    cleanup();
    await open('driver', { ...cash, ...promo, review_status: 'pending' });
    expect(
      details().getByText('This ride is being reviewed. Its promo credit of ₹100.00 waits for the decision.'),
    ).toBeTruthy();
  });

  test('that was refused sees the reason, and only what remains of the earnings', async () => {
    const refused = { review_status: 'refused', review_note: 'Nobody drove it' } as const;
    const fare = { price: 140, discount_amount: 0, final_price: 140, platform_fee: 24, driver_earnings: 116 };
    await open('driver', { ...cash, ...refused });
    expect(details().getByText('Reason: Nobody drove it')).toBeTruthy();
    expect(details().getByText(/stays as it is\.$/)).toBeTruthy();
    expect(earned()).toBe('₹216.00');
    cleanup();
    await open('driver', { ...cash, ...promo, ...refused, driver_fare: fare });
    expect(details().getByText(/promo credit of ₹100\.00 is not paid/)).toBeTruthy();
    expect(earned()).toBe('₹116.00');
    cleanup();
    const byGateway = { payment_method: 'online', payment_confirmed_by: 'gateway', driver_fare: null } as const;
    await open('driver', { ...cash, ...refused, ...byGateway });
    expect(details().getByText(/nothing is paid out for it/)).toBeTruthy();
    expect(earned()).toBeUndefined();
  });
});

describe('a refund of a cancelled ride', () => {
  const off = { status: 'cancelled', payment_status: 'completed' } as const;

  test('shows who pays it', async () => {
    await open('customer', { ...off, refund_status: 'due', refund_amount: 240 });
    expect(details().getByText(/^Ravi Kumar got this payment and has to pay ₹240\.00 back to you/)).toBeTruthy();
    cleanup();
    await open('driver', { ...off, refund_status: 'due', refund_amount: 240 });
    expect(details().getByText(/Please pay ₹240\.00 back to Asha Verma/)).toBeTruthy();
    cleanup();
    await open('customer', { ...off, refund_status: 'due', refund_amount: 240, payment_confirmed_by: 'gateway' });
    expect(details().getByText(/^₹240\.00 goes back to where you paid from/)).toBeTruthy();
  });

  test('depends on the confirmation of a claimed payment', async () => {
    await open('customer', { ...off, payment_claimed_by: 'customer' });
    expect(details().getByText(/Your refund depends on it/)).toBeTruthy();
    cleanup();
    await open('driver', { ...off, payment_claimed_by: 'customer' });
    expect(details().getByText(/Please confirm only if you got the money/)).toBeTruthy();
  });

  test.each([
    ['is in review', { refund_status: 'review' }],
    ['still depends on a claimed payment', { payment_claimed_by: 'customer' }],
  ] as const)('that %s shows the driver no earnings', async (_name, over) => {
    await open('driver', { ...off, ...over });
    expect(details().queryByText('Your Earnings')).toBeNull();
  });
});

test('a driver sees that a payout waits for the review if the gateway has the payment; a customer does not', async () => {
  const underReview = { status: 'completed', review_status: 'pending', payment_method: 'online' } as const;
  await open('driver', { ...underReview, payment_confirmed_by: 'gateway' });
  expect(details().getByText(/Its payout waits for the decision/)).toBeTruthy();
  cleanup();
  await open('driver', underReview);
  expect(details().queryByText(/payout/)).toBeNull();
  cleanup();
  await open('customer', { ...underReview, payment_confirmed_by: 'gateway' });
  expect(details().queryByText(/payout/)).toBeNull();
});

describe('sharing the position', () => {
  const puts = (requests: { method: string; path: string; body: unknown }[]) =>
    requests.filter(({ method, path: asked }) => method === 'PUT' && asked === `${path}/location`);

  test('begins when the ride starts, sends each position, and stops when the ride is completed', async () => {
    answers[`PUT ${path}/status`] = () => ({ body: aBooking({ status: 'in_progress', version: 2 }) });
    answers[`PUT ${path}/location`] = () => ({ body: { success: true, live: true, reason: null } });
    const { requests } = await open('driver', { status: 'accepted' });
    expect(device.watching).toBe(false);
    await press('Start Ride & Track Location');
    expect(await screen.findByText('Location tracking started')).toBeTruthy();
    expect(device.asked[0]).toEqual({ enableHighAccuracy: true, timeout: 10_000, maximumAge: 0 });
    await waitFor(() => expect(puts(requests)).toHaveLength(1));
    expect(puts(requests)[0]?.body).toMatchObject({ lat: 28.62, lng: 77.21 });
    act(() => device.move({ lat: 28.63, lng: 77.21 }));
    await waitFor(() => expect(puts(requests).at(-1)?.body).toMatchObject({ lat: 28.63, lng: 77.21 }));

    answers[`PUT ${path}/status`] = () => ({ body: aBooking({ status: 'completed', version: 3 }) });
    await press('Complete Ride');
    expect(await screen.findByText('Location tracking stopped')).toBeTruthy();
    expect(device.watching).toBe(false);
  });

  test('continues when the details of a ride in progress are opened, and stops when they are closed', async () => {
    answers[`PUT ${path}/location`] = () => ({ body: { success: true, live: true, reason: null } });
    await open('driver', { status: 'in_progress' });
    expect(await screen.findByText('Location tracking started')).toBeTruthy();
    fireEvent.click(details().getByRole('button', { name: 'Back' }));
    expect(await screen.findByText('Location tracking stopped')).toBeTruthy();
    expect(device.watching).toBe(false);
  });

  test('shows no error for a failed upload', async () => {
    answers[`PUT ${path}/location`] = () => ({ status: 500 });
    const { requests } = await open('driver', { status: 'in_progress' });
    await screen.findByText('Location tracking started');
    await waitFor(() => expect(puts(requests)).toHaveLength(1));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  const live = () => ({ body: { success: true, live: true, reason: null } });
  const sees = 'Asha Verma sees where you are';

  test('tells the driver that the customer sees the car only once the server has accepted a position', async () => {
    answers[`PUT ${path}/location`] = () => ({ status: 500 });
    const { requests } = await open('driver', { status: 'in_progress' });
    await waitFor(() => expect(puts(requests)).toHaveLength(1));
    expect(details().queryByText(sees)).toBeNull();
    expect(await details().findByText('No connection: Asha Verma does not see where you are now')).toBeTruthy();
    answers[`PUT ${path}/location`] = live;
    act(() => device.move({ lat: 28.63, lng: 77.21 }));
    expect(await details().findByText(sees, {}, { timeout: 8_000 })).toBeTruthy();
    expect(details().getByText('just now')).toBeTruthy();
  });

  test.each([
    ['not shown as live', { body: { success: true, live: false, reason: 'stale' } }],
    ['refused', { status: 409, body: {} }],
  ])('tells the driver that a position was %s', async (_how, answer) => {
    answers[`PUT ${path}/location`] = () => answer;
    await open('driver', { status: 'in_progress' });
    const refused = 'Your last position was not accepted: Asha Verma does not see where you are now';
    expect(await details().findByText(refused)).toBeTruthy();
    expect(details().queryByText(sees)).toBeNull();
  });

  test('shows the driver immediately that the device is offline, with the age of the last accepted position', async () => {
    answers[`PUT ${path}/location`] = live;
    await open('driver', { status: 'in_progress' });
    await details().findByText(sees);
    const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { deliveredAt } = useSharing.getState();
    const clock = jest.spyOn(Date, 'now').mockReturnValue((deliveredAt ?? 0) + 45_000);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(details().queryByText(sees)).toBeNull();
    expect(details().getByText('No connection: Asha Verma does not see where you are now')).toBeTruthy();
    expect(await details().findByText('45 s ago', {}, { timeout: 8_000 })).toBeTruthy();
    onLine.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    expect(details().getByText('Asha Verma sees your last position only')).toBeTruthy();
    clock.mockRestore();
    onLine.mockRestore();
  });

  test('shows the reason if the permission for the position is missing', async () => {
    device.at = 'denied';
    await open('driver', { status: 'in_progress' });
    expect(await screen.findByText('Current location not available. Please allow location access.')).toBeTruthy();
    expect(details().getByText('Location is not shared')).toBeTruthy();
  });
});

describe('Cancel Booking', () => {
  const reasons = {
    customer: ['Found another cab', 'Change of plans', 'Driver taking too long', 'Incorrect pickup location', 'Other'],
    driver: ['Customer not responding', 'Too far from pickup', 'Vehicle issue', 'Personal emergency', 'Other'],
  };
  const ask = async (side: Side) => {
    const server = await open(side, { status: 'accepted' });
    await press('Cancel Booking');
    await screen.findByRole('dialog', { name: 'Cancel Booking' });
    return server;
  };

  test.each(['customer', 'driver'] as const)('offers the reasons for a %s, and a warning', async (side) => {
    await ask(side);
    expect(screen.getAllByRole<HTMLInputElement>('radio').map((radio) => radio.labels?.[0]?.textContent)).toEqual(
      reasons[side],
    );
    expect(screen.getByText('Frequent cancellations may affect your account standing.')).toBeTruthy();
    await press('Keep Booking');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Cancel Booking' })).toBeNull());
    expect(screen.getByRole('dialog', { name: 'Booking Details' })).toBeTruthy();
  });

  test('needs a reason, with a text for Other, and closes the details afterwards', async () => {
    answers[`PUT ${path}/cancel`] = () => ({ body: aBooking({ status: 'cancelled', version: 2 }) });
    const { requests } = await ask('customer');
    await press('Yes, Cancel');
    expect(await screen.findByText('Please select or enter a cancellation reason')).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: 'Other' }));
    const box = screen.getByRole<HTMLTextAreaElement>('textbox');
    expect(box.required).toBe(true);
    await press('Yes, Cancel');
    expect(await screen.findByText('Please select or enter a cancellation reason')).toBeTruthy();
    expect(requests.filter(({ method }) => method === 'PUT')).toEqual([]);
    fireEvent.change(box, { target: { value: 'My train is late' } });
    await press('Yes, Cancel');
    expect(await screen.findByText('Booking cancelled successfully')).toBeTruthy();
    expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({
      reason: 'My train is late',
      cancelled_by: 'customer',
      fee: 0,
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(changes).toBe(1);
  });
});

describe('Rate Your Ride', () => {
  test('is offered once, has a label for each of five stars, and sends the chosen stars without a review', async () => {
    answers['POST /ratings/create'] = () => {
      answers[`GET ${path}`] = () => ({ body: aBooking({ status: 'completed', has_rating: true, version: 2 }) });
      return { status: 201, body: {} };
    };
    const { requests } = await open('customer', { status: 'completed' });
    await press('Rate This Ride');
    await screen.findByRole('dialog', { name: 'Rate Your Ride' });
    const stars = screen.getAllByRole<HTMLInputElement>('radio');
    expect(stars.map((star) => [star.value, star.ariaLabel ?? star.getAttribute('aria-label')])).toEqual([
      ['1', 'Poor'],
      ['2', 'Fair'],
      ['3', 'Good'],
      ['4', 'Very Good'],
      ['5', 'Excellent'],
    ]);
    expect(screen.getByRole('button', { name: 'Skip' })).toBeTruthy();
    const submit = screen.getByRole<HTMLButtonElement>('button', { name: 'Submit Rating' });
    expect(submit.disabled).toBe(true);
    expect(screen.getByText('Please select a rating')).toBeTruthy();
    expect(requests.some(({ method }) => method === 'POST')).toBe(false);

    fireEvent.click(screen.getByRole('radio', { name: 'Very Good' }));
    expect(screen.getByText('Very Good')).toBeTruthy();
    expect(submit.disabled).toBe(false);
    expect(screen.queryByText('Please select a rating')).toBeNull();
    fireEvent.click(submit);
    expect(await screen.findByText('Thank you for your rating!')).toBeTruthy();
    expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ booking_id: id, rating: 4, review: null });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Rate This Ride' })).toBeNull());
  });

  test('leaves an empty line in place of its hint after a star is pressed, so that the stars stay where they are', async () => {
    await open('customer', { status: 'completed' });
    await press('Rate This Ride');
    const line = await screen.findByText('Please select a rating');
    fireEvent.click(screen.getByRole('radio', { name: 'Good' }));
    expect([line.isConnected, line.textContent]).toEqual([true, '\u00a0']);
  });

  test('is replaced in Booking Details by the stars that were given', async () => {
    await open('customer', { status: 'completed', has_rating: true, rating: 4 });
    expect(details().getByText('You rated 4 of 5')).toBeTruthy();
  });

  const order = () =>
    details()
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent);

  test.each<[string, Partial<Booking>, string[]]>([
    ['above a payment in cash', { payment_method: 'cash' }, ['How was Ravi Kumar?', 'Payment']],
    ['above a payment that is made', { payment_status: 'completed' }, ['How was Ravi Kumar?', 'Payment']],
    ['below a payment that is due', {}, ['Payment', 'How was Ravi Kumar?']],
  ])('is shown %s', async (_what, over, headings) => {
    await open('customer', { status: 'completed', ...over });
    expect(order()).toEqual(['Ride completed', ...headings]);
  });
});

describe('the ride request of a booking', () => {
  const failed = 'Failed to load ride details';
  const request = `GET /rides/request/${aBooking().ride_request_id}`;

  test.each([
    ['driver', 404, false],
    ['driver', 503, true],
    ['customer', 404, true],
  ] as const)('that the %s cannot read because of a %i shows an error: %p', async (side, status, isSaid) => {
    answers[request] = () => ({ status, body: {} });
    const { requests } = await open(side, { status: 'rejected' });
    await waitFor(() => expect(requests.some((one) => `${one.method} ${one.path}` === request)).toBe(true));
    // A second request takes the same time, so the first one has ended when the second ends.
    await act(() => expect(call(readRide, { params: { id: aBooking().ride_request_id } })).rejects.toThrow());
    expect(screen.queryByText(failed) !== null).toBe(isSaid);
  });

  test('that cannot be read without a network shows no error over the booking', async () => {
    const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    answers[request] = () => ({ lost: true });
    const { requests } = await open('customer', { status: 'in_progress' });
    await waitFor(() => expect(requests.some((one) => `${one.method} ${one.path}` === request)).toBe(true));
    await act(() => expect(call(readRide, { params: { id: aBooking().ride_request_id } })).rejects.toThrow());
    expect(screen.queryByText(failed)).toBeNull();
    onLine.mockRestore();
  });

  const footer = (name: string) => details().queryByRole('button', { name });
  const rejectIt = () => act(() => applyBookingsPage([aBooking({ status: 'rejected', version: 2 })], 1));

  test('offers no Post again while it is being read, and See the quotes once it is known to be open', async () => {
    answers[request] = () => ({ body: aRide({ status: 'booked', booking_id: id }) });
    await open('customer', { status: 'pending' });
    await act(() => call(readRide, { params: { id: aBooking().ride_request_id } }));
    answers[request] = () => ({ body: aRide({ status: 'open', quote_count: 1 }) });
    rejectIt();
    expect(footer('Post again')).toBeNull();
    expect(await details().findByRole('button', { name: 'See the quotes' })).toBeTruthy();
    expect(footer('Post again')).toBeNull();
  });

  test('offers Post again if it cannot be read', async () => {
    answers[request] = () => ({ body: aRide({ status: 'booked', booking_id: id }) });
    await open('customer', { status: 'pending' });
    answers[request] = () => ({ lost: true });
    rejectIt();
    expect(await details().findByRole('button', { name: 'Post again' })).toBeTruthy();
    await press('Post again');
    expect(posted).toHaveLength(1);
  });

  test('has an approximate pickup for the driver until the booking is accepted', async () => {
    await open('driver', { pickup_is_approximate: true });
    expect(
      details().getByText('Approximate pickup. You see the exact place once you accept the booking.'),
    ).toBeTruthy();
  });
});

test('a completed ride can be replayed, and its details say how far it went', async () => {
  const started_at = '2026-11-12T04:20:00.000Z';
  const driven = { distance_km: 7.42, duration_min: 21, source: 'matched' } as const;
  await open('customer', { status: 'completed', started_at, driven });
  expect(details().getByText('Driven 7.4 km in 21 min')).toBeTruthy();
  expect(details().getByRole('button', { name: 'Replay trip' })).toBeTruthy();
  cleanup();
  for (const over of [{ status: 'in_progress', started_at }, { status: 'cancelled' }] as const) {
    await open('driver', over);
    expect(screen.queryByRole('button', { name: 'Replay trip' })).toBeNull();
    cleanup();
  }
});
