import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import { useAway } from '../../core/away';
import { useConnection } from '../../core/socket';
import { formatClock } from '../../core/time';
import { aBooking, aPosition } from '../../testing/booking.builder';
import { renderPart } from '../../testing/render';
import { BookingNotes } from './BookingNotes';
import { applyPushedPosition, forgetPositions } from './positions';
import type { Side } from './words';

const START = Date.parse('2026-11-21T04:18:00.000Z');
const silent = `No location from Ravi Kumar since ${formatClock(START)}. The phone may have no network, or sharing has stopped.`;
const open = (over: Partial<Booking>, side: Side = 'customer') =>
  renderPart(<BookingNotes booking={aBooking(over)} side={side} onShare={() => undefined} />);
const said = () => screen.queryByText(silent) !== null;
const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));
const push = (seq: number) => act(() => void applyPushedPosition(aPosition({ seq })));

beforeEach(() => {
  jest.useFakeTimers({ now: START });
  useConnection.setState({ connected: true });
});
afterEach(() => {
  cleanup();
  forgetPositions();
  jest.useRealTimers();
  useConnection.setState({ connected: false });
  useAway.setState({ isAway: false });
});

test("a customer sees a note once the driver's position stops coming, until a new position comes", () => {
  open({ status: 'in_progress' });
  push(1);
  pass(60_000);
  expect([said(), screen.queryByText(/Your driver is on the way/) !== null]).toEqual([false, true]);
  pass(1_000);
  // 'Track location above' would be wrong now.
  expect([said(), screen.queryByText(/Your driver is on the way/) !== null]).toEqual([true, false]);
  expect(screen.getByText(silent).role).toBe('status');
  push(2);
  pass(1_000);
  expect(said()).toBe(false);
});

test('a customer sees a note if no position has come since the start of the ride', () => {
  open({ status: 'in_progress', started_at: new Date(START).toISOString() });
  pass(61_000);
  expect(said()).toBe(true);
});

test('there is no note about the driver while this page itself has no connection', () => {
  open({ status: 'in_progress' });
  push(1);
  act(() => useConnection.setState({ connected: false }));
  act(() => useAway.setState({ isAway: true }));
  pass(120_000);
  expect(said()).toBe(false);
});

test.each<[string, Partial<Booking>, Side, boolean]>([
  ['is reported to the customer on the way to the pickup', { status: 'accepted' }, 'customer', true],
  [
    'is not reported at the pickup',
    { status: 'accepted', arrived_at: new Date(START).toISOString() },
    'customer',
    false,
  ],
  [
    'is not reported after the ride',
    { status: 'completed', completed_at: new Date(START).toISOString() },
    'customer',
    false,
  ],
  ['is not reported to the driver, who sees a line of their own', { status: 'in_progress' }, 'driver', false],
])("the silence of a driver's device %s", (_when, over, side, isSaid) => {
  open(over, side);
  push(1);
  pass(61_000);
  expect(said()).toBe(isSaid);
});

test('there is no note if neither a position nor the start of the ride is known', () => {
  open({ status: 'in_progress', started_at: null });
  pass(120_000);
  expect(screen.queryByText(/No location from/)).toBeNull();
});
