import type { Eta } from '@boli/shared/arrival/arrival.schema';
import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type { Point } from '@boli/shared/core/fields';
import { encodePolyline } from '@boli/shared/geo/polyline';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import { aBooking, aPosition } from '../../testing/booking.builder';
import { LazyMap, shownMap } from '../../testing/map';
import { renderPart } from '../../testing/render';
import { ArrivalTime } from './ArrivalTime';
import { applyEta, applyRoute } from './arrival';
import { BookingCard } from './BookingCard';
import { upsertBooking, useBookings } from './bookings.store';
import { PinnedBooking } from './PinnedBooking';
import { applyPushedPosition, forgetPositions } from './positions';
import type { Side } from './words';

jest.unstable_mockModule('../../ui/LazyMap', () => ({ LazyMap }));
const { StageMap, StageProvider, useStageMap } = await import('../../ui/stage/stage-map');
const { useTripMap } = await import('./trip/use-trip-map');

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

/** Returns an eta whose position is newer than that of each previous eta: one with an older position is dropped. */
const anEta = (over: Partial<Eta> = {}): Eta => ({
  to: 'pickup',
  seconds: 240,
  distance_m: 2_130,
  at: new Date(now + ++seq).toISOString(),
  source: 'roads',
  ...over,
});
const moved = () => applyPushedPosition(aPosition({ seq: now + ++seq }));

/** The eta and the map of a booking. */
function Coming({ booking, side }: { booking: Booking; side: Side }) {
  useStageMap(useTripMap({ booking, side, shape: null, hasPill: true }));
  return <ArrivalTime booking={booking} side={side} />;
}
const coming = (booking: Booking, side: Side) =>
  renderPart(
    <StageProvider>
      <StageMap />
      <Coming booking={booking} side={side} />
    </StageProvider>,
  );

function show(side: Side, status: 'accepted' | 'in_progress', eta: Eta | null) {
  const booking = aBooking({ status, eta, version: 2 });
  upsertBooking(booking);
  moved();
  return coming(booking, side);
}

describe('the minutes until a driver arrives', () => {
  test.each([
    ['customer', 'accepted', 'Arrives in 4 min', anEta],
    ['customer', 'accepted', 'Arrives in about 5 min', () => anEta({ source: 'estimate', seconds: 300 })],
    ['customer', 'accepted', 'Arrives in about 20 min', () => anEta({ source: 'estimate', seconds: 1_050 })],
    ['customer', 'in_progress', 'At the drop in 18 min', () => anEta({ to: 'drop', seconds: 1_050 })],
    ['customer', 'in_progress', 'At the drop in about 4 min', () => anEta({ to: 'drop', source: 'estimate' })],
    ['driver', 'accepted', '2 km · 4 min to the pickup', anEta],
    ['driver', 'accepted', '1.9 km · 4 min to the pickup', () => anEta({ distance_m: 1_930 })],
    ['driver', 'in_progress', '8 km · 4 min to the drop', () => anEta({ to: 'drop', distance_m: 7_620 })],
    ['driver', 'in_progress', 'about 2 km · about 4 min to the drop', () => anEta({ to: 'drop', source: 'estimate' })],
  ] as const)('are shown to the %s while the booking is %s, as: %s', (side, status, words, eta) => {
    show(side, status, eta());
    expect(screen.getByText(words)).toBeTruthy();
  });

  test('change with each push; a push for an earlier position changes nothing', () => {
    show('customer', 'accepted', anEta());
    act(() => applyEta(id, anEta({ seconds: 120 })));
    expect(screen.getByText('Arrives in 2 min')).toBeTruthy();
    act(() => applyEta(id, anEta({ seconds: 900, at: new Date(now - 60_000).toISOString() })));
    expect(screen.getByText('Arrives in 2 min')).toBeTruthy();
  });

  test('are announced at ten, five and two minutes, and at none between', () => {
    show('customer', 'accepted', anEta({ seconds: 720 }));
    const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
    const announced: unknown[] = [];
    for (const minutes of [11, 10, 9, 8, 5, 4, 2]) {
      act(() => applyEta(id, anEta({ seconds: minutes * 60 })));
      announced.push(...said());
    }
    const away = (minutes: number) => `Ravi Kumar, ${minutes} min away`;
    expect(announced).toEqual(['', away(10), away(10), away(10), away(5), away(5), away(2)]);
  });

  test('disappear when the position is older than 30 seconds', () => {
    show('customer', 'accepted', anEta());
    act(() => jest.advanceTimersByTime(29_000));
    expect(screen.getByText('Arrives in 4 min')).toBeTruthy();
    act(() => jest.advanceTimersByTime(3_000));
    expect(screen.queryByText(/Arrives in/)).toBeNull();
    act(() => void moved());
    expect(screen.getByText('Arrives in 4 min')).toBeTruthy();
  });

  test('disappear when the driver is at the pickup', () => {
    const eta = anEta();
    const there = aBooking({ status: 'accepted', eta, arrived_at: new Date(now).toISOString(), version: 2 });
    upsertBooking(there);
    moved();
    coming(there, 'customer');
    expect(screen.queryByText(/^Arrives in/)).toBeNull();
  });

  test('at the pickup are not shown as the minutes to the drop', () => {
    show('customer', 'in_progress', anEta());
    expect(screen.queryByText(/min/)).toBeNull();
  });

  test('are shown on a card of the list of bookings', () => {
    const booking = aBooking({ status: 'accepted', eta: anEta(), version: 2 });
    upsertBooking(booking);
    moved();
    renderPart(<BookingCard booking={booking} side="customer" onOpen={() => {}} />);
    expect(screen.getByText('Arrives in 4 min')).toBeTruthy();
  });

  test('are shown on the pinned card', () => {
    upsertBooking(aBooking({ status: 'accepted', eta: anEta(), version: 2 }));
    moved();
    renderPart(<PinnedBooking side="customer" />);
    expect(screen.getByText('Arrives in 4 min')).toBeTruthy();
  });
});

describe('the route of a driver on the map', () => {
  const straight = [
    { lat: 28.6315, lng: 77.2167 },
    { lat: 28.5535, lng: 77.1926 },
  ];

  test('follows the newest version of the road; without a road it is a straight line from the car', () => {
    show('customer', 'accepted', anEta());
    const fromCar = [expect.objectContaining({ lat: 28.62, lng: 77.21 }), straight[0]];
    expect(shownMap.props?.line).toEqual(fromCar);
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
    expect(shownMap.props?.line).toEqual(fromCar);
  });

  const [start, corner, end] = [
    { lat: 28.62, lng: 77.2 },
    { lat: 28.62, lng: 77.21 },
    { lat: 28.63, lng: 77.21 },
  ] as const;
  const drive = (lat: number, lng: number) => act(() => applyPushedPosition(aPosition({ lat, lng, seq: now + ++seq })));
  const near = ({ lat, lng }: Point) => ({ lat: expect.closeTo(lat, 5), lng: expect.closeTo(lng, 5) });

  test("is split at the car's place on the road; a car that has left the road does not move the split", () => {
    show('customer', 'accepted', anEta());
    const shape = encodePolyline([start, corner, end]);
    act(() => applyRoute({ booking_id: id, version: now + 9, to: 'pickup', shape, eta: anEta() }));
    drive(28.6201, 77.205);
    const middle = near({ lat: 28.62, lng: 77.205 });
    expect(shownMap.props).toMatchObject({ behind: [start, middle], line: [middle, corner, end] });
    // While the car is off the road (first by 100 metres, then far), the split does not move.
    drive(28.6191, 77.208);
    expect(shownMap.props).toMatchObject({ behind: [start, middle], line: [middle, corner, end] });
    drive(28.605, 77.209);
    expect(shownMap.props).toMatchObject({ behind: [start, middle], line: [middle, corner, end] });
    drive(28.625, 77.2101);
    const late = near({ lat: 28.625, lng: 77.21 });
    expect(shownMap.props).toMatchObject({ behind: [start, corner, late], line: [late, end] });
    act(() => applyRoute({ booking_id: id, version: now + 10, to: 'pickup', shape: null, eta: anEta() }));
    expect(shownMap.props).toMatchObject({ behind: [], line: [{ lat: 28.625, lng: 77.2101 }, straight[0]] });
  });

  test('is a straight line if no road is known; once the ride has begun, it is split at its point nearest to the car', () => {
    show('customer', 'in_progress', anEta({ to: 'drop', source: 'estimate' }));
    drive(28.5925, 77.23);
    const { behind = [], line = [] } = shownMap.props ?? {};
    expect(behind).toEqual([straight[0], line[0]]);
    expect(line.at(-1)).toEqual(straight[1]);
    // The car is about two kilometres beside the line.
    expect(line[0]).toEqual({ lat: expect.closeTo(28.598, 3), lng: expect.closeTo(77.206, 2) });
  });
});
