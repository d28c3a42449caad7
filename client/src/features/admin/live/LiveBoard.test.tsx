import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { aBooking } from '../../../testing/booking.builder';
import { renderPart } from '../../../testing/render';
import { fakeServer } from '../../../testing/server';
import { LiveBoard } from './LiveBoard';
import { addBookingToFeed, applyLiveUpdate } from './live.store';

const booking = aBooking({ status: 'in_progress', started_at: '2026-11-21T04:59:00.000Z', version: 3 });
const counts = {
  drivers_online: 412,
  on_a_ride: 148,
  open_requests: 23,
  pending_bookings: 2,
  accepted_bookings: 5,
  recent_quotes: 96,
  first_quote_seconds: 38,
};
const driver = {
  driver_id: 'd9',
  name: 'Gurpreet Singh',
  lat: 28.6,
  lng: 77.2,
  is_available: true,
  booking_id: null,
  seen_at: new Date().toISOString(),
};
const live = { ride_requests: [], bookings: [booking], drivers: [driver], counts };
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

beforeEach(() => {
  // jsdom has no canvas: the board has to work without its map.
  HTMLCanvasElement.prototype.getContext = () => null;
  fakeServer({
    'GET /admin/live': () => ({ body: live }),
    [`GET /bookings/${booking.id}`]: () => ({ body: { ...booking, status: 'completed', version: 4 } }),
  });
});
afterEach(cleanup);

test('the board shows counts, events, and the content of the map as a list; an update changes the counts', async () => {
  renderPart(<LiveBoard />);
  expect(await screen.findByText('412')).toBeTruthy();
  expect(screen.getByText('38 s')).toBeTruthy();
  expect(screen.getByText('Ride 7c1f09ab started')).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: 'List' }));
  expect(screen.getByRole('heading', { name: 'Rides and bookings (1)' })).toBeTruthy();
  expect(screen.getByText('Gurpreet Singh')).toBeTruthy();
  const none = { ride_requests: [], bookings: [], drivers: [] };
  act(() => applyLiveUpdate({ ...none, counts: { ...counts, drivers_online: 413 }, removed: none }));
  expect(screen.getByText('413')).toBeTruthy();
});

test('rides and drivers of a kind that is switched off in the legend are not listed', async () => {
  renderPart(<LiveBoard />);
  await screen.findByText('412');
  fireEvent.click(screen.getByRole('radio', { name: 'List' }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'On a ride' }));
  expect(screen.queryByRole('heading', { name: /Rides and bookings/ })).toBeNull();
  fireEvent.click(screen.getByRole('checkbox', { name: 'Online' }));
  expect(screen.queryByText('Gurpreet Singh')).toBeNull();
});

test('an entry of the feed opens its ride; once the ride has left the board, it is read from the server', async () => {
  renderPart(<LiveBoard />);
  await screen.findByText('412');
  press(/Ride 7c1f09ab started/);
  const dialog = await screen.findByRole('dialog', { name: 'Booking 7c1f09ab' });
  expect(within(dialog).getByText('Asha Verma')).toBeTruthy();
  expect(within(dialog).getByText('in progress')).toBeTruthy();
  expect(
    within(dialog)
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label')),
  ).toEqual(['Close']);
  const none = { ride_requests: [], bookings: [], drivers: [] };
  act(() => applyLiveUpdate({ ...none, counts, removed: { ...none, bookings: [booking.id] } }));
  expect(await within(dialog).findByText('completed')).toBeTruthy();
});

test('a paused feed shows how many entries have been added since', async () => {
  renderPart(<LiveBoard />);
  await screen.findByText('412');
  press('Pause');
  act(() => addBookingToFeed({ ...booking, status: 'completed', completed_at: new Date().toISOString(), version: 4 }));
  expect(screen.getByText('1 new entry while paused')).toBeTruthy();
  expect(screen.queryByText('Ride 7c1f09ab completed')).toBeNull();
  press('Resume');
  expect(screen.getByText('Ride 7c1f09ab completed')).toBeTruthy();
});

test('a board that cannot be loaded shows an error with Try again, and no empty state', async () => {
  fakeServer({ 'GET /admin/live': () => ({ status: 500, body: {} }) });
  renderPart(<LiveBoard />);
  expect(screen.queryByText('Nothing has happened yet')).toBeNull();
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(screen.queryByText('Nothing has happened yet')).toBeNull();
  fireEvent.click(screen.getByRole('radio', { name: 'List' }));
  expect(screen.queryByRole('heading', { name: /\(0\)/ })).toBeNull();
});
