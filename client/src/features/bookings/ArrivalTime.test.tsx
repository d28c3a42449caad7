import type { Eta } from '@boli/shared/arrival/arrival.schema';
import type { Point } from '@boli/shared/core/fields';
import { encodePolyline } from '@boli/shared/geo/polyline';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import { aBooking, aPosition } from '../../testing/booking.builder';
import { LazyMap, shownMap } from '../../testing/map';
import { renderPart } from '../../testing/render';
import { applyEta, applyRoute } from './arrival';
import { BookingCard } from './BookingCard';
import { BookingNotes } from './BookingNotes';
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
    ['driver', 'accepted', anEta, '2 km · 4 min to the pickup'],
    ['driver', 'accepted', () => anEta({ distance_m: 1_930 }), '1.9 km · 4 min to the pickup'],
    ['driver', 'in_progress', () => anEta({ to: 'drop', distance_m: 7_620 }), '8 km · 4 min to the drop'],
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

  test('are not shown any more when the driver is at the pickup', () => {
    const eta = anEta();
    const there = aBooking({ status: 'accepted', eta, arrived_at: new Date(now).toISOString(), version: 2 });
    upsertBooking(there);
    moved();
    renderPart(<TrackingMap booking={there} side="customer" />);
    expect(screen.queryByText(/^Arrives in/)).toBeNull();
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

test.each([
  [{ distance_m: 7_620 }, '8 km to the drop'],
  [{ distance_m: 1_930 }, '1.9 km to the drop'],
  [{ distance_m: 1_970 }, '2 km to the drop'],
  [{ distance_m: 7_620, source: 'estimate' }, 'about 8 km to the drop'],
] as const)('under way, %j is %s: no more exact than it is while the minute lasts', (over, words) => {
  const booking = aBooking({ status: 'in_progress', eta: anEta({ to: 'drop', ...over }), version: 2 });
  upsertBooking(booking);
  moved();
  renderPart(<BookingNotes booking={booking} side="customer" onShare={() => {}} />);
  expect(screen.getByText(words)).toBeTruthy();
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

  const [start, corner, end] = [
    { lat: 28.62, lng: 77.2 },
    { lat: 28.62, lng: 77.21 },
    { lat: 28.63, lng: 77.21 },
  ] as const;
  const drive = (lat: number, lng: number) => act(() => applyPushedPosition(aPosition({ lat, lng, seq: now + ++seq })));
  const near = ({ lat, lng }: Point) => ({ lat: expect.closeTo(lat, 5), lng: expect.closeTo(lng, 5) });

  test('is driven as far as the car is on it; a car that has left it drives none of it', () => {
    show('customer', 'accepted', anEta());
    const shape = encodePolyline([start, corner, end]);
    act(() => applyRoute({ booking_id: id, version: now + 9, to: 'pickup', shape, eta: anEta() }));
    drive(28.6201, 77.205);
    const middle = near({ lat: 28.62, lng: 77.205 });
    expect(shownMap.props).toMatchObject({ behind: [start, middle], line: [middle, corner, end] });
    // A hundred metres beside it, where the server's minutes stand as well; then far off.
    drive(28.6191, 77.208);
    expect(shownMap.props).toMatchObject({ behind: [start, middle], line: [middle, corner, end] });
    drive(28.605, 77.209);
    expect(shownMap.props).toMatchObject({ behind: [start, middle], line: [middle, corner, end] });
    drive(28.625, 77.2101);
    const late = near({ lat: 28.625, lng: 77.21 });
    expect(shownMap.props).toMatchObject({ behind: [start, corner, late], line: [late, end] });
    act(() => applyRoute({ booking_id: id, version: now + 10, to: 'pickup', shape: null, eta: anEta() }));
    expect(shownMap.props).toMatchObject({ behind: [], line: straight });
  });

  test('is driven along the straight line where no road is known, once the ride has begun', () => {
    show('customer', 'in_progress', anEta({ to: 'drop', source: 'estimate' }));
    drive(28.5925, 77.23);
    const { behind = [], line = [] } = shownMap.props ?? {};
    expect(behind).toEqual([straight[0], line[0]]);
    expect(line.at(-1)).toEqual(straight[1]);
    // Some two kilometres beside it.
    expect(line[0]).toEqual({ lat: expect.closeTo(28.598, 3), lng: expect.closeTo(77.206, 2) });
  });
});
