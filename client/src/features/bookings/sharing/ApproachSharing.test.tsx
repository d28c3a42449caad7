import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { aBooking } from '../../../testing/booking.builder';
import { type FakeDevice, fakeDevice } from '../../../testing/device';
import { renderPart } from '../../../testing/render';
import { fakeServer } from '../../../testing/server';
import { upsertBooking, useBookings } from '../bookings.store';
import { ApproachSharing } from './ApproachSharing';

let device: FakeDevice;
beforeEach(() => {
  device = fakeDevice();
});
afterEach(() => {
  cleanup();
  useBookings.setState({ byId: {} });
});

const path = `/bookings/${aBooking().id}/location`;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

function show(over: Partial<Booking>) {
  const server = fakeServer({ [`PUT ${path}`]: () => ({ body: { success: true, live: true, reason: null } }) });
  upsertBooking(aBooking(over));
  renderPart(<ApproachSharing />);
  return server;
}

test('after acceptance the position is sent without a toast, until the ride starts', async () => {
  const { requests } = show({ status: 'accepted' });
  await waitFor(() => expect(requests.filter(({ path: asked }) => asked === path)).toHaveLength(1));
  expect(device.asked[0]).toEqual({ enableHighAccuracy: true, timeout: 10_000, maximumAge: 0 });
  expect(screen.queryByText('Location tracking started')).toBeNull();
  act(() => upsertBooking(aBooking({ status: 'in_progress', version: 2 })));
  expect(device.watching).toBe(false);
  expect(screen.queryByText('Location tracking stopped')).toBeNull();
});

test('a device that denies its position shows no toast before the ride starts', async () => {
  device.at = 'denied';
  const { requests } = show({ status: 'accepted' });
  await waitFor(() => expect(device.asked).toHaveLength(1));
  await act(async () => {});
  expect(screen.queryByText('Current location not available. Please allow location access.')).toBeNull();
  expect(requests).toEqual([]);
});

test.each([
  ['not yet accepted', { status: 'pending' }, false],
  ['planned for tomorrow', { status: 'accepted', scheduled_time: inMinutes(24 * 60) }, false],
  ['planned for soon', { status: 'accepted', scheduled_time: inMinutes(20) }, true],
  ['cancelled', { status: 'cancelled' }, false],
] as const)(
  "the driver's position is shared only for an accepted ride that is due: %s",
  async (_what, over, isShared) => {
    show(over);
    await act(async () => {});
    expect(device.watching).toBe(isShared);
  },
);

test('sharing for an accepted ride continues when a ride for tomorrow is accepted, and ends when the first ride is cancelled', async () => {
  const tomorrow = aBooking({
    id: 'tomorrow',
    status: 'accepted',
    scheduled_time: inMinutes(24 * 60),
    created_at: '2026-11-21T05:00:00.000Z',
  });
  const { requests } = show({ status: 'accepted' });
  act(() => upsertBooking(tomorrow));
  await waitFor(() => expect(requests.filter(({ path: asked }) => asked === path)).toHaveLength(1));
  expect(device.watching).toBe(true);
  act(() => upsertBooking(aBooking({ status: 'cancelled', version: 2 })));
  expect(device.watching).toBe(false);
});
