import type { Eta } from '@boli/shared/arrival/arrival.schema';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import { aBooking, aPosition } from '../../testing/booking.builder';
import { LazyMap, shownMap } from '../../testing/map';
import { renderPart } from '../../testing/render';
import { applyEta, applyRoute } from './arrival';
import { BookingCard } from './BookingCard';
import { upsertBooking, useBookings } from './bookings.store';
import { PinnedBooking } from './PinnedBooking';
import { applyPushedPosition, forgetPositions } from './positions';
import type { Side } from './words';

jest.unstable_mockModule('../../ui/LazyMap', () => ({ LazyMap }));
const { TrackingMap } = await import('./TrackingMap');

const { id } = aBooking();
let now: number;
let seq = 0;

beforeEach(() => {
  jest.useFakeTimers();
  now = Date.now();
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
  forgetPositions();
  useBookings.setState({ byId: {} });
});

/** Each a little later than the one before, so that it counts. */
const anEta = (over: Partial<Eta> = {}): Eta => ({
  to: 'pickup',
  seconds: 240,
  distance_m: 2_130,
  at: new Date(now + ++seq).toISOString(),
  source: 'roads',
  ...over,
});
const moved = () => applyPushedPosition(aPosition({ seq: now + ++seq }));

function show(side: Side, status: 'accepted' | 'in_progress', eta: Eta | null) {
  const booking = aBooking({ status, eta, version: 2 });
  upsertBooking(booking);
  moved();
  return renderPart(<TrackingMap booking={booking} side={side} />);
}

describe('the minutes of a driver who comes', () => {
  test.each([
    ['customer', 'accepted', anEta, 'Arrives in 4 min'],
    ['customer', 'accepted', () => anEta({ source: 'estimate', seconds: 300 }), 'Arrives in about 5 min'],
    ['customer', 'accepted', () => anEta({ source: 'estimate', seconds: 1_050 }), 'Arrives in about 20 min'],
    ['customer', 'in_progress', () => anEta({ to: 'drop', seconds: 1_050 }), 'At the drop in 18 min'],
    ['customer', 'in_progress', () => anEta({ to: 'drop', source: 'estimate' }), 'At the drop in about 4 min'],
    ['driver', 'accepted', anEta, '2.1 km · 4 min to the pickup'],
    ['driver', 'in_progress', () => anEta({ to: 'drop', source: 'estimate' }), 'about 2 km · about 4 min to the drop'],
  ] as const)('to the %s while it is %s are %p: %s', (side, status, eta, words) => {
    show(side, status, eta());
    expect(screen.getByText(words)).toBeTruthy();
  });

  test('change as they are pushed; those of an earlier position change nothing', () => {
    show('customer', 'accepted', anEta());
    act(() => applyEta(id, anEta({ seconds: 120 })));
    expect(screen.getByText('Arrives in 2 min')).toBeTruthy();
    act(() => applyEta(id, anEta({ seconds: 900, at: new Date(now - 60_000).toISOString() })));
    expect(screen.getByText('Arrives in 2 min')).toBeTruthy();
  });

  test('are not shown any more when the position is older than 30 seconds', () => {
    show('customer', 'accepted', anEta());
    act(() => jest.advanceTimersByTime(29_000));
    expect(screen.getByText('Arrives in 4 min')).toBeTruthy();
    act(() => jest.advanceTimersByTime(3_000));
    expect(screen.queryByText(/Arrives in/)).toBeNull();
    act(() => void moved());
    expect(screen.getByText('Arrives in 4 min')).toBeTruthy();
  });

  test('to the pickup are not those to the drop', () => {
    show('customer', 'in_progress', anEta());
    expect(screen.queryByText(/min/)).toBeNull();
  });

  test('stand on the card of the list', () => {
    const booking = aBooking({ status: 'accepted', eta: anEta(), version: 2 });
    upsertBooking(booking);
    moved();
    renderPart(<BookingCard booking={booking} side="customer" onOpen={() => {}} />);
    expect(screen.getByText('Arrives in 4 min')).toBeTruthy();
  });

  test('stand on the pinned card', () => {
    upsertBooking(aBooking({ status: 'accepted', eta: anEta(), version: 2 }));
    moved();
    renderPart(<PinnedBooking side="customer" />);
    expect(screen.getByText('Arrives in 4 min')).toBeTruthy();
  });
});

describe('the way of a driver who comes', () => {
  const straight = [
    { lat: 28.6315, lng: 77.2167 },
    { lat: 28.5535, lng: 77.1926 },
  ];

  test('is drawn along the road once it is known, by its newest version', () => {
    show('customer', 'accepted', anEta());
    expect(shownMap.props?.line).toEqual(straight);
    const way = (version: number, shape: string | null) =>
      act(() => applyRoute({ booking_id: id, version, to: 'pickup', shape, eta: anEta() }));
    way(now + 2, '_jgsy@unnmqCvFmE');
    const road = [
      { lat: 30.740656, lng: 76.783355 },
      { lat: 30.740532, lng: 76.783458 },
    ];
    expect(shownMap.props?.line).toEqual(road);
    way(now + 1, null);
    expect(shownMap.props?.line).toEqual(road);
    way(now + 3, null);
    expect(shownMap.props?.line).toEqual(straight);
  });
});
