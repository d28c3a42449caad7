import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { setBackgroundSharing, setInterruptedSharing } from '../../../core/background';
import { endEarlierSharing, shareInBackground } from '../../../core/shell/background';
import { aBooking } from '../../../testing/booking.builder';
import { type FakeBridge, fakeBridge } from '../../../testing/bridge';
import { type FakeDevice, fakeDevice } from '../../../testing/device';
import { LazyMap } from '../../../testing/map';
import { renderPart } from '../../../testing/render';
import { aRide } from '../../../testing/ride.builder';
import { fakeServer } from '../../../testing/server';
import { upsertBooking, useBookings } from '../bookings.store';

jest.unstable_mockModule('../../../ui/LazyMap', () => ({ LazyMap }));
const { StageMap, StageProvider } = await import('../../../ui/stage/stage-map');
const { ApproachSharing } = await import('./ApproachSharing');
const { BookingDialogs } = await import('../BookingDialogs');

const booking = aBooking({ status: 'in_progress' });
const path = `/bookings/${booking.id}`;
const inAnHour = new Date(Date.now() + 60 * 60_000).toISOString();
let phone: FakeBridge;
let device: FakeDevice;
const starts = () => phone.names().filter((name) => name === 'BackgroundGeolocation.start');
const details = () => screen.queryByRole('dialog', { name: 'Booking Details' });

/** Starts the app on its first page, after an earlier run that ended while it shared the position for the booking. */
function startAgain(): void {
  localStorage.setItem('sharing_started', booking.id);
  setInterruptedSharing(endEarlierSharing());
  renderPart(
    <StageProvider>
      <StageMap />
      <ApproachSharing />
      <BookingDialogs side="driver" />
    </StageProvider>,
  );
}

beforeEach(() => {
  device = fakeDevice();
  phone = fakeBridge();
  setBackgroundSharing(shareInBackground);
  fakeServer({
    [`GET ${path}`]: () => ({ body: useBookings.getState().byId[booking.id] }),
    [`PUT ${path}/location`]: () => ({ body: { success: true, live: true, reason: null } }),
    [`POST ${path}/position-token`]: () => ({ body: { token: 't', expires_at: inAnHour } }),
    [`GET /rides/request/${booking.ride_request_id}`]: () => ({ body: aRide() }),
  });
});
afterEach(async () => {
  cleanup();
  await waitFor(() => expect(phone.names().at(-1)).toBe('BackgroundGeolocation.stop'));
  setBackgroundSharing(() => () => {});
  setInterruptedSharing(null);
  phone.remove();
  localStorage.clear();
  useBookings.setState({ byId: {}, total: null });
});

test('after the system has ended the app, its next start shares the position again, until the driver closes the details', async () => {
  startAgain();
  expect(details()).toBeNull();
  act(() => upsertBooking(booking));
  await screen.findByText('Location tracking started');
  await waitFor(() => expect(starts()).toHaveLength(1));
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  await screen.findByText('Location tracking stopped');
  act(() => upsertBooking({ ...booking, version: booking.version + 1 }));
  await waitFor(() => expect(details()).toBeNull());
  expect([starts().length, device.watching]).toEqual([1, false]);
});

test.each(['completed', 'cancelled'] as const)('a ride that was %s meanwhile is not opened', async (status) => {
  startAgain();
  act(() => upsertBooking({ ...booking, status }));
  await act(async () => {});
  expect([details(), device.watching, starts().length]).toEqual([null, false, 0]);
});
