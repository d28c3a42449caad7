import type { Eta } from '@boli/shared/arrival/arrival.schema';
import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { useDevicePosition } from '../../../core/device-position';
import { signIn, signOut } from '../../../core/session';
import { formatClock } from '../../../core/time';
import { aBooking, aPosition } from '../../../testing/booking.builder';
import { press } from '../../../testing/press';
import { renderPart } from '../../../testing/render';
import { aRide } from '../../../testing/ride.builder';
import { fakeServer } from '../../../testing/server';
import { applyEta, type KnownEta } from '../arrival';
import { PayToDriver } from '../PayToDriver';
import { applyPushedPosition, forgetPositions } from '../positions';
import type { Side } from '../words';
import { headWords } from './head-words';
import { NextStep } from './NextStep';
import { Trip } from './Trip';
import { TripHead } from './TripHead';
import { minuteMark } from './use-trip-signs';

const at = '2026-11-21T04:20:00.000Z';
const anEta = (over: Partial<Eta> = {}): Eta => ({
  ...{ to: 'pickup', seconds: 240, distance_m: 1_400, at, source: 'roads' },
  ...over,
});
const known = (over: Partial<Eta> = {}, isOld = false): KnownEta => ({ eta: anEta(over), isOld });
const nothing = () => undefined;

afterEach(() => {
  cleanup();
  forgetPositions();
});

describe('the header of a trip', () => {
  const atPickup = formatClock('2026-11-21T04:24:00.000Z');
  const drop = { to: 'drop', seconds: 660, distance_m: 3_900 } as const;
  test.each<[Side, Partial<Booking>, KnownEta | null, string, string | null]>([
    ['customer', { status: 'pending' }, null, 'Waiting for Ravi Kumar to accept', null],
    [
      'customer',
      { status: 'pending', answer_by: at },
      null,
      'Waiting for Ravi Kumar to accept',
      `An answer comes by ${formatClock(at)}`,
    ],
    ['customer', { status: 'accepted' }, null, 'The driver is coming to you', null],
    ['customer', { status: 'accepted' }, known(), '4 min', `here at ${atPickup} · 1.4 km`],
    [
      'customer',
      { status: 'accepted' },
      known({ source: 'estimate' }),
      'about 4 min',
      `here about ${atPickup} · about 1 km`,
    ],
    ['customer', { status: 'accepted' }, known({}, true), 'about 4 min', `as of ${formatClock(at)}`],
    [
      'customer',
      { status: 'accepted', arrived_at: at },
      known(),
      'Ravi Kumar is here',
      `Waiting since ${formatClock(at)}`,
    ],
    [
      'customer',
      { status: 'in_progress' },
      known(drop),
      '11 min',
      `Hauz Khas Village at ${formatClock('2026-11-21T04:31:00.000Z')} · 4 km`,
    ],
    ['customer', { status: 'in_progress' }, null, 'Going to Hauz Khas Village', null],
    ['customer', { status: 'rejected', cancelled_by: null }, null, 'Ravi Kumar did not accept', null],
    ['customer', { status: 'cancelled', cancelled_by: 'customer' }, null, 'You cancelled this ride', null],
    ['customer', { status: 'cancelled', cancelled_by: 'driver' }, null, 'Ravi Kumar cancelled', null],
    ['customer', { status: 'cancelled', cancelled_by: 'system' }, null, 'This ride was cancelled', null],
    ['driver', { status: 'pending' }, null, 'Asha Verma chose you', null],
    [
      'driver',
      { status: 'pending', answer_by: at },
      null,
      'Asha Verma chose you',
      `Please answer by ${formatClock(at)}`,
    ],
    ['driver', { status: 'accepted' }, known(), '4 min', 'Connaught Place · 1.4 km'],
    ['driver', { status: 'in_progress' }, known(drop), '11 min', 'Hauz Khas Village · 4 km'],
    ['driver', { status: 'rejected' }, null, 'You did not accept this booking', null],
    ['driver', { status: 'cancelled', cancelled_by: 'customer' }, null, 'Asha Verma cancelled', null],
  ])('for the %s of a booking with %j and the eta %j says: %s', (side, over, eta, title, note) => {
    expect(headWords(aBooking(over), side, eta)).toMatchObject({ title, note });
  });

  test('of a completed ride shows its start and end time and the driven distance', () => {
    const driven = { distance_km: 7.42, duration_min: 21, source: 'matched' } as const;
    const times = { started_at: at, completed_at: '2026-11-21T04:41:00.000Z' };
    const { title, note } = headWords(aBooking({ status: 'completed', ...times, driven }), 'customer', null);
    expect(title).toBe('Ride completed');
    const end = formatClock(times.completed_at);
    expect(note).toBe(`Hauz Khas Village · ${formatClock(at)} to ${end} · Driven 7.4 km in 21 min`);
  });
});

test('minutes are announced at ten, five, two and one, and never from an old position', () => {
  const marks = [14, 10, 7, 5, 3, 2, 1].map((minutes) => minuteMark(known({ seconds: minutes * 60 })));
  expect(marks).toEqual([null, 10, 10, 5, 5, 2, 1]);
  expect(minuteMark(known({ seconds: 60 }, true))).toBeNull();
});

describe('the announcements of a trip', () => {
  const { id } = aBooking();
  const does = { heart: null, quotesLeft: null, onOpen: nothing, onRate: nothing, onShare: nothing, onPost: undefined };
  let show: (over: Partial<Booking>) => void = nothing;
  function Shown() {
    const [over, setOver] = useState<Partial<Booking>>({ status: 'pending' });
    show = (next) => act(() => setOver(next));
    return <Trip booking={aBooking(over)} side="customer" ride={null} {...does} />;
  }
  const said = () => screen.getAllByRole('status')[0]?.textContent;
  let buzzes: unknown[];
  let seq = 0;
  const eta = (minutes: number) =>
    act(() => {
      seq += 1;
      applyPushedPosition(aPosition({ seq: Date.now() + seq }));
      applyEta(id, anEta({ seconds: minutes * 60, at: new Date(Date.now() + seq).toISOString() }));
    });

  beforeEach(() => {
    fakeServer({});
    buzzes = [];
    Object.defineProperty(navigator, 'vibrate', { configurable: true, value: (ms: unknown) => buzzes.push(ms) });
  });
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'vibrate');
  });

  test("tell screen readers each change of status and the last minutes; the rider's phone vibrates at acceptance and arrival", () => {
    renderPart(<Shown />);
    expect(said()).toBe('');
    show({ status: 'accepted' });
    expect(said()).toBe('Booking accepted');
    expect(buzzes).toEqual([[20, 60, 20]]);
    eta(12);
    eta(9);
    expect(said()).toBe('Ravi Kumar, 10 min away');
    eta(8);
    expect(said()).toBe('Ravi Kumar, 10 min away');
    eta(5);
    expect(said()).toBe('Ravi Kumar, 5 min away');
    show({ status: 'accepted', arrived_at: at });
    expect(said()).toBe('Ravi Kumar is here');
    expect(buzzes).toEqual([
      [20, 60, 20],
      [200, 100, 200],
    ]);
  });
});

test.each([
  ['pending', { status: 'accepted' }],
  ['accepted', { status: 'accepted', arrived_at: at }],
] as const)(
  'the panel of a trip that is %s scrolls to its top when the next step begins, and not before',
  (status, next) => {
    fakeServer({});
    const does = {
      heart: null,
      quotesLeft: null,
      onOpen: nothing,
      onRate: nothing,
      onShare: nothing,
      onPost: undefined,
    };
    let change: (over: Partial<Booking>) => void = nothing;
    function Panel() {
      const [over, setOver] = useState<Partial<Booking>>({ status });
      change = setOver;
      return (
        <div role="dialog" data-testid="panel">
          <div data-testid="body">
            <Trip booking={aBooking(over)} side="driver" ride={null} {...does} />
          </div>
        </div>
      );
    }
    renderPart(<Panel />);
    const body = screen.getByTestId('body');
    body.scrollTop = 120;
    act(() => change({ status, version: 2 }));
    expect(body.scrollTop).toBe(120);
    act(() => change({ ...next, version: 3 }));
    expect(body.scrollTop).toBe(0);
  },
);

describe('a driver who was chosen', () => {
  const does = { heart: null, quotesLeft: null, onOpen: nothing, onRate: nothing, onShare: nothing, onPost: undefined };
  const road = { distance_km: 8, duration_min: 20, source: 'roads' } as const;
  const quote = { ...aBooking().quote, pickup_eta_min: 4, eta_source: 'roads' as const };
  const shown = (over: Partial<Booking>) => {
    fakeServer({});
    renderPart(<Trip booking={aBooking({ road, quote, ...over })} side="driver" ride={null} {...does} />);
    return (words: string) => screen.queryByText(words) !== null;
  };
  const now = () => new Date().toISOString();
  afterEach(() => act(() => useDevicePosition.setState({ place: null })));

  test('sees the minutes and kilometres to the pickup, and the earnings per kilometre', () => {
    useDevicePosition.setState({ place: { lat: 28.6155, lng: 77.2167 } });
    const has = shown({ created_at: now() });
    // Both figures are from the device's position: the quote's 4 minutes were computed from an older position.
    expect([has('about 7 min to pickup · about 2 km'), has('₹27/km after the fee')]).toEqual([true, true]);
  });

  test("sees the quote's minutes alone without a position, as long as they are new", () => {
    expect(shown({ created_at: now() })('4 min to pickup')).toBe(true);
    cleanup();
    shown({});
    expect(screen.queryByText(/pickup$/)).toBeNull();
  });

  test('does not see the earnings per kilometre any more once the booking is accepted', () => {
    expect(shown({ created_at: now(), status: 'accepted' })('₹27/km after the fee')).toBe(false);
  });
});

describe('a trip without a phone number', () => {
  const does = { heart: null, quotesLeft: null, onOpen: nothing, onRate: nothing, onShare: nothing, onPost: undefined };
  const shown = (side: Side, booking: Partial<Booking>, phone: string | null) => {
    fakeServer({});
    const user = { id: side, name: 'Me', email: 'a@example.in', role: side, phone };
    act(() => signIn({ access_token: 't', token_type: 'bearer', user }));
    renderPart(<Trip booking={aBooking(booking)} side={side} ride={null} {...does} />);
  };
  const words = () => screen.queryAllByText(/phone number/).map(({ textContent }) => textContent);
  afterEach(() => act(signOut));

  test.each<[Side, string]>([
    ['customer', 'Ravi Kumar'],
    ['driver', 'Asha Verma'],
  ])('tells the %s why nobody can call, and offers to add the missing number', (side, name) => {
    shown(side, { status: 'accepted' }, null);
    expect(words()).toEqual([
      `${name} has given no phone number`,
      `Add your phone number, so that ${name} can call you`,
    ]);
  });

  test('says nothing once both numbers are known, or before the driver has accepted', () => {
    shown('customer', { status: 'in_progress', driver_phone: '+91 98765 43210' }, '+91 98765 43211');
    expect(words()).toEqual([]);
    cleanup();
    shown('customer', { status: 'pending' }, null);
    expect(words()).toEqual([]);
  });
});

describe('the one button at the end of a booking', () => {
  const onPost = jest.fn();
  const shown = (booking: Booking, side: Side, ride: Parameters<typeof NextStep>[0]['ride']) => {
    renderPart(<NextStep booking={booking} side={side} ride={ride} onPost={onPost} />);
    return screen.queryAllByRole('button').map((button) => button.textContent);
  };
  const rejected = aBooking({ status: 'rejected' });

  test.each([
    ['the quotes of a request that is open again', aRide({ status: 'open', quote_count: 2 }), 'See the quotes'],
    ['the request that is open again without quotes', aRide({ status: 'open', quote_count: 0 }), 'See the request'],
    ['the other booking of a request that has one', aRide({ status: 'booked', booking_id: 'other' }), 'See booking'],
    ['a new request if the old one has ended', aRide({ status: 'expired', booking_id: null }), 'Post again'],
    ['a new request if the old one cannot be read', null, 'Post again'],
  ])('leads a customer to %s', (_what, ride, name) => {
    expect(shown(rejected, 'customer', ride)).toEqual([name]);
  });

  test.each([
    ['has not been read', undefined],
    ['was read before the booking ended', aRide({ status: 'booked', booking_id: rejected.id })],
  ])('is hidden if the request %s', (_what, ride) => {
    expect(shown(rejected, 'customer', ride)).toEqual([]);
  });

  test('opens a new request with pickup and drop filled in, but ignores a press in the first moment', async () => {
    shown(rejected, 'customer', aRide({ status: 'cancelled', booking_id: rejected.id }));
    fireEvent.click(screen.getByRole('button', { name: 'Post again' }));
    expect(onPost).not.toHaveBeenCalled();
    await press('Post again');
    expect(onPost).toHaveBeenCalledWith(expect.objectContaining({ pickup_location: 'Connaught Place' }));
  });

  test('leads a driver back to the requests', () => {
    expect(shown(aBooking({ status: 'cancelled' }), 'driver', null)).toEqual(['Back to the requests']);
  });
});

test('the header of a trip shows a driver the quoted price, and what the customer pays after a discount', () => {
  const fare = { price: 140, discount_amount: 0, final_price: 140, platform_fee: 24, driver_earnings: 116 };
  const promo = { discount_amount: 100, final_price: 140, total_price: 140, driver_fare: fare };
  renderPart(
    <TripHead booking={aBooking({ status: 'completed', review_status: 'refused', ...promo })} side="driver" />,
  );
  expect(screen.getByText('of ₹240.00')).toBeTruthy();
  expect(screen.getByText('Customer pays ₹140.00')).toBeTruthy();
});

describe('an open trip', () => {
  const release = jest.fn(async () => undefined);
  const request = jest.fn(async () => ({ released: false, release }));
  const does = { heart: null, quotesLeft: null, onOpen: nothing, onRate: nothing, onShare: nothing, onPost: undefined };
  const kept = async (status: Booking['status'], side: Side) => {
    renderPart(<Trip booking={aBooking({ status })} side={side} ride={null} {...does} />);
    await act(async () => undefined);
    return request.mock.calls.length > 0;
  };

  beforeEach(() => {
    fakeServer({});
    request.mockClear();
    Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });
  });
  afterEach(() => {
    cleanup();
    Reflect.deleteProperty(navigator, 'wakeLock');
  });

  test("keeps the customer's screen on while the driver is coming, and releases the wake lock when it closes", async () => {
    expect(await kept('accepted', 'customer')).toBe(true);
    cleanup();
    expect(release).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['pending', 'customer'],
    ['completed', 'customer'],
    ['accepted', 'driver'],
  ] as const)("that is %s does not keep the %s's screen on", async (status, side) => {
    expect(await kept(status, side)).toBe(false);
  });
});

test("the driver's UPI ID is collapsed, but not removed, once the payment is made", () => {
  const paid = { payment_status: 'completed', driver_upi_id: 'ravi@upi' } as const;
  renderPart(<PayToDriver booking={aBooking({ status: 'completed', ...paid })} />);
  const details = screen.getByText("Driver's UPI ID (already paid)").closest('details');
  expect([details?.open, details?.textContent]).toEqual([false, expect.stringContaining('ravi@upi')]);
});

test('Light up fills the screen with the initials of the rider until it is tapped', () => {
  const user = { id: 'customer', name: 'Asha Verma', email: 'a@example.in', role: 'customer' as const, phone: null };
  signIn({ access_token: 't', token_type: 'bearer', user });
  fakeServer({});
  const booking = aBooking({ status: 'accepted' });
  const does = { heart: null, quotesLeft: null, onOpen: nothing, onRate: nothing, onShare: nothing, onPost: undefined };
  renderPart(<Trip booking={booking} side="customer" ride={null} {...does} />);
  fireEvent.click(screen.getByRole('button', { name: 'Light up' }));
  const light = screen.getByRole('button', { name: 'Stop lighting up' });
  expect([light.textContent, document.activeElement]).toEqual(['AVStop lighting up', light]);
  fireEvent.click(light);
  expect(screen.queryByRole('button', { name: 'Stop lighting up' })).toBeNull();
  signOut();
});
