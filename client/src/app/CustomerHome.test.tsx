import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useAway } from '../core/away';
import { setPreferences, usePreferences } from '../core/preferences';
import { signIn, signOut } from '../core/session';
import { upsertBooking } from '../features/bookings/bookings.store';
import { useOwnPlaces } from '../features/rides/own-places.store';
import { upsertQuote } from '../features/rides/quotes/quotes.store';
import { upsertRide } from '../features/rides/rides.store';
import { fakeAudio } from '../testing/audio';
import { aBooking } from '../testing/booking.builder';
import { fakeDevice } from '../testing/device';
import { LazyMap, shownMap, shownMarkers } from '../testing/map';
import { providePointerEvents } from '../testing/pointer';
import { press as pressUnlocked } from '../testing/press';
import { renderPart } from '../testing/render';
import { aQuote, aRide } from '../testing/ride.builder';
import { type Answer, fakeServer } from '../testing/server';

jest.unstable_mockModule('../ui/LazyMap', () => ({ LazyMap }));
const { CustomerDashboard } = await import('./CustomerDashboard');

const soon = () => new Date(Date.now() + 54 * 60_000).toISOString();
const ride = aRide({ quote_count: 2, expires_at: soon(), created_at: new Date().toISOString() });
const quotes = [aQuote({ price: 240 }), aQuote({ price: 220, id: '0b0f2b52-6e55-4bd5-9f6e-1d1f3f0f4a09' })];
const user = { id: 'customer', name: 'Asha Verma', email: 'a@example.in', role: 'customer' as const, phone: null };
let answers: Record<string, (body: unknown) => Answer>;

beforeEach(() => {
  signIn({ access_token: 't', token_type: 'bearer', user });
  fakeDevice('denied');
  const none = () => ({ body: [] });
  answers = {
    ...{ 'GET /rides/requests': none, 'GET /bookings/my': none, 'GET /favorites/my': none },
    ...{ 'GET /places/saved': none, 'GET /places/recent': none },
    [`GET /rides/request/${ride.id}`]: () => ({ body: ride }),
    [`GET /quotes/ride/${ride.id}`]: () => ({ body: quotes }),
  };
});
afterEach(() => {
  cleanup();
  signOut();
  sessionStorage.clear();
  Reflect.deleteProperty(navigator, 'connection');
  setPreferences({ quoteSound: false });
  shownMap.props = null;
});

const open = (address = '/') => {
  const server = fakeServer(answers);
  renderPart(<CustomerDashboard />, address);
  return server;
};
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const value = async (label: string) => (await screen.findByLabelText<HTMLInputElement>(label)).value;

test('one line above the search shows the newest open request with quotes: their number, the lowest price and the time left', async () => {
  answers['GET /rides/requests'] = () => ({ body: [ride] });
  open();
  const strip = await screen.findByText('to Hauz Khas Village · 54 min left');
  expect(await screen.findAllByText('2 quotes · from ₹220.00')).not.toHaveLength(0);
  expect(strip).toBeTruthy();
  await press('Compare');
  expect(await screen.findByRole('heading', { name: 'Available Quotes' })).toBeTruthy();
});

test('an active booking is shown instead of the request, with its status, number plate and driver', async () => {
  const live = aBooking({ status: 'accepted' });
  answers['GET /rides/requests'] = () => ({ body: [ride] });
  answers['GET /bookings/my'] = () => ({ body: [live] });
  answers[`GET /bookings/${live.id}`] = () => ({ body: live });
  open();
  const strip = within(await screen.findByRole('region', { name: 'Ravi Kumar' }));
  expect(strip.getByText('The driver is coming to you')).toBeTruthy();
  expect(strip.getByText(/^DL 1C AB 1234/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Compare' })).toBeNull();
  fireEvent.click(strip.getByRole('button', { name: 'Open ride' }));
  expect(await screen.findByRole('dialog', { name: 'Booking Details' })).toBeTruthy();
});

test('the map shows the car, the pickup and the drop while a driver is on the way, and nothing of the ride once it has ended', async () => {
  const place = { driver_lat: 28.62, driver_lng: 77.21, driver_location_at: new Date().toISOString() };
  const live = aBooking({ status: 'accepted', ...place });
  answers['GET /bookings/my'] = () => ({ body: [live] });
  answers[`GET /bookings/${live.id}`] = () => ({ body: live });
  open();
  const kinds = () => shownMarkers().map((marker) => marker.split(' ')[0]);
  await waitFor(() => expect(kinds()).toEqual(['pickup', 'drop', 'driver']));
  const pickup = { lat: live.pickup_lat, lng: live.pickup_lng };
  expect(shownMap.props?.trip).toEqual({ car: { lat: 28.62, lng: 77.21 }, next: pickup });
  expect(screen.queryByRole('button', { name: 'Use my location' })).toBeNull();
  act(() => upsertBooking({ ...live, status: 'completed', version: live.version + 1 }));
  await waitFor(() => expect(kinds()).toEqual([]));
  expect(shownMap.props?.trip).toBeUndefined();
});

test('the map shows the age of an old position below the car, because the home screen has no label for it', async () => {
  const place = {
    driver_lat: 28.62,
    driver_lng: 77.21,
    driver_location_at: new Date(Date.now() - 120_000).toISOString(),
  };
  const live = aBooking({ status: 'accepted', ...place });
  answers['GET /bookings/my'] = () => ({ body: [live] });
  answers[`GET /bookings/${live.id}`] = () => ({ body: live });
  open();
  const car = () => shownMap.props?.markers.find(({ kind }) => kind === 'driver');
  await waitFor(() => expect([car()?.stale, car()?.caption]).toEqual([true, 'updated 2 min ago']));
});

test('Active Bookings without a booking says when a ride is listed, and offers the search', async () => {
  open('/?tab=bookings');
  expect(await screen.findByText('No bookings yet')).toBeTruthy();
  expect(screen.getByText('As soon as you choose a quote, the ride is here.')).toBeTruthy();
  await press('Where to?');
  expect(await screen.findByRole('dialog', { name: 'Create Ride Request' })).toBeTruthy();
});

test('a tap on a recent place opens the form with that place as the drop', async () => {
  answers['GET /places/recent'] = () => ({ body: [{ address: 'Khan Market, Delhi', lat: 28.6, lng: 77.23 }] });
  open();
  fireEvent.click(await within(await screen.findByRole('list', { name: 'Ride again' })).findByRole('button'));
  expect(await value('Drop Location')).toBe('Khan Market, Delhi');
});

test('places that could not be read without a network are shown once the server is reachable again', async () => {
  const recent = () => ({ body: [{ address: 'Khan Market, Delhi', lat: 28.6, lng: 77.23 }] });
  answers['GET /places/recent'] = () => ({ lost: true });
  open();
  await waitFor(() => expect(useOwnPlaces.getState().failed).toBe(true));
  act(() => useAway.setState({ isAway: true }));
  answers['GET /places/recent'] = recent;
  act(() => useAway.setState({ isAway: false }));
  expect(await screen.findByRole('list', { name: 'Ride again' })).toBeTruthy();
});

test('Post again opens the form with the pickup and drop of an ended request', async () => {
  answers['GET /rides/requests'] = () => ({ body: [aRide({ status: 'expired' })] });
  open();
  await press('Post again');
  expect([await value('Pickup Location'), await value('Drop Location')]).toEqual([
    'Connaught Place',
    'Hauz Khas Village',
  ]);
});

test('typing over the drop of an ended booking removes the point of that drop', async () => {
  const ended = aBooking({ status: 'cancelled' });
  answers['GET /config'] = () => ({
    body: { city: { name: 'Rampur', center: { lat: 28.6, lng: 77.2 }, places: true, roads: true } },
  });
  answers['GET /bookings/my'] = () => ({ body: [ended] });
  answers[`GET /bookings/${ended.id}`] = () => ({ body: ended });
  answers[`GET /rides/request/${ended.ride_request_id}`] = () => ({ body: { ...ride, status: 'cancelled' } });
  answers['GET /geo/search'] = () => ({ body: { places: [] } });
  open(`/?tab=bookings&booking=${ended.id}`);
  await pressUnlocked('Post again');
  const drop = await screen.findByLabelText<HTMLInputElement>('Drop Location');
  expect(drop.value).toBe(ended.drop_location);
  const shown = () => shownMarkers().filter((marker) => marker.startsWith('drop'));
  await waitFor(() => expect(shown()).toHaveLength(1));
  fireEvent.change(drop, { target: { value: 'Airport' } });
  await waitFor(() => expect(shown()).toEqual([]));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Create Ride Request' }).disabled).toBe(true);
});

test('with data saving the map is loaded only on request', async () => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  open();
  await press('Show the map');
  await waitFor(() => expect(shownMap.props?.label).toBe('Map around you'));
});

test("without a permission the device's position is read only on request, and a refusal shows a message", async () => {
  open();
  await waitFor(() => expect(shownMap.props?.label).toBe('Map around you'));
  expect(shownMap.props?.markers).toEqual([]);
  await press('Use my location');
  expect(await screen.findByText(/^Current location not available/)).toBeTruthy();
});

test('a closed request says that nothing was charged and offers Post again; a reopened one says that it is open again', async () => {
  answers[`GET /rides/request/${ride.id}`] = () => ({ body: { ...ride, status: 'expired', version: 2 } });
  answers[`GET /quotes/ride/${ride.id}`] = () => ({ body: [] });
  open(`/?ride=${ride.id}`);
  expect(await screen.findByText('This ride request is no longer open (expired)')).toBeTruthy();
  expect(screen.getByText('Nothing was charged.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Post again' })).toBeTruthy();
  cleanup();
  signOut();
  signIn({ access_token: 't', token_type: 'bearer', user });
  answers[`GET /rides/request/${ride.id}`] = () => ({ body: { ...ride, version: 3 } });
  answers['GET /bookings/my'] = () => ({ body: [aBooking({ status: 'rejected' })] });
  open(`/?ride=${ride.id}`);
  expect(await screen.findByText('Your request is open again')).toBeTruthy();
});

test('the sound for new quotes is off at first; switching it on plays it, and the choice is stored on this device', async () => {
  const audio = fakeAudio();
  open(`/?ride=${ride.id}`);
  const sound = await screen.findByRole('switch', { name: 'Sound for new quotes' });
  expect(sound.getAttribute('aria-checked')).toBe('false');
  fireEvent.click(sound);
  expect(usePreferences.getState().quoteSound).toBe(true);
  await waitFor(() => expect(audio.sounded).toEqual([660, 880]));
  audio.remove();
  expect(localStorage.getItem('boli-preferences')).toContain('"quoteSound":true');
});

test('the dialog of a quote shows all details of its driver, who can be selected there', async () => {
  open(`/?ride=${ride.id}`);
  const [name] = await screen.findAllByRole('button', { name: 'Ravi Kumar' });
  if (name) fireEvent.click(name);
  const bid = within(await screen.findByRole('dialog', { name: 'Ravi Kumar' }));
  for (const text of ['186 rides driven', '6 years of experience', 'License DL-0420110012345'])
    expect(bid.getByText(text)).toBeTruthy();
  fireEvent.click(bid.getByRole('button', { name: 'Select This Driver' }));
  expect(await screen.findByRole('dialog', { name: 'Select Payment Method' })).toBeTruthy();
});

test('scrolling over a quote with a finger does not choose the quote; moving a mouse over the quote or tapping does', async () => {
  providePointerEvents();
  open(`/?ride=${ride.id}`);
  const [cheapest, other] = await screen.findAllByRole('article');
  if (!cheapest || !other) throw new Error('two quotes are expected');
  const chosen = () => [cheapest, other].map(({ dataset }) => dataset.focused);
  fireEvent.pointerEnter(other, { pointerType: 'touch' });
  expect(chosen()).toEqual(['true', 'false']);
  fireEvent.pointerEnter(other, { pointerType: 'mouse' });
  expect(chosen()).toEqual(['false', 'true']);
  // Safari gives no focus to a button that is tapped.
  fireEvent.click(within(cheapest).getByRole('button', { name: 'Ravi Kumar' }));
  expect(chosen()).toEqual(['true', 'false']);
});

describe('a request that is open again', () => {
  const note = () => screen.queryByText('Your request is open again');
  let ended = 1;
  const reopened = async () => {
    ended += 1;
    const bookings = Array.from({ length: ended }, (_, at) => aBooking({ status: 'rejected', id: `b${at}` }));
    answers['GET /bookings/my'] = () => ({ body: bookings });
    open(`/?ride=${ride.id}`);
    await screen.findByText('Your request is open again');
  };

  test('shows a note that says so; once closed, the note does not return when the request is viewed again', async () => {
    await reopened();
    await press('Close');
    expect(note()).toBeNull();
    await press('Back');
    await screen.findByText('Where to?');
    cleanup();
    open(`/?ride=${ride.id}`);
    expect(await screen.findAllByRole('article')).toHaveLength(2);
    expect(note()).toBeNull();
  });

  test('shows the note until a new quote arrives', async () => {
    await reopened();
    act(() => upsertQuote(aQuote({ id: '1c1f3c63-7f66-4ce6-8f7f-2e2f4f1f5b1a', price: 199 })));
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(3));
    expect(note()).toBeNull();
  });

  test('shows the note even if the rejection arrives before the request, and a quote runs out at that time', async () => {
    // An expired quote is shown for three seconds.
    const now = Date.now();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(now);
    const booked = { ...ride, status: 'booked' as const };
    answers[`GET /rides/request/${ride.id}`] = () => ({ body: booked });
    answers[`GET /quotes/ride/${ride.id}`] = () => ({
      body: [quotes[0], { ...quotes[1], status: 'expired', expires_at: new Date(now).toISOString() }],
    });
    ended += 1;
    answers['GET /bookings/my'] = () => ({
      body: Array.from({ length: ended }, (_, at) => aBooking({ status: 'rejected', id: `b${at}` })),
    });
    open(`/?ride=${ride.id}`);
    expect(await screen.findAllByRole('article')).toHaveLength(1);
    expect(note()).toBeNull();
    act(() => upsertRide({ ...ride, version: ride.version + 1 }));
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2));
    expect(note()).not.toBeNull();
    clock.mockRestore();
  });

  test('shows the note for two minutes at most', async () => {
    jest.useFakeTimers();
    try {
      await reopened();
      await act(() => jest.advanceTimersByTimeAsync(115_000));
      expect(note()).not.toBeNull();
      await act(() => jest.advanceTimersByTimeAsync(10_000));
      expect(note()).toBeNull();
    } finally {
      jest.useRealTimers();
    }
  });
});

test("Back from a request shows the home's sheet at the height at which it was left, and focuses the request's card without scrolling", async () => {
  answers['GET /rides/requests'] = () => ({ body: [ride] });
  const focus = jest.spyOn(HTMLElement.prototype, 'focus');
  open();
  const card = await screen.findByRole('link', { name: /Connaught Place/ });
  fireEvent.keyDown(screen.getByRole('button', { name: /of the sheet$/ }), { key: 'End' });
  fireEvent.click(card);
  await press('Back');
  await screen.findByRole('link', { name: /Connaught Place/ });
  expect(screen.getByRole('region', { name: 'Your rides' }).dataset.snap).toBe('2');
  await waitFor(() => expect(document.activeElement?.id).toBe(`ride-${ride.id}`));
  expect(focus).toHaveBeenLastCalledWith({ preventScroll: true });
  focus.mockRestore();
});

test('once the position is known, the map has a button that moves back to the position', async () => {
  fakeDevice();
  open();
  await waitFor(() => expect(shownMap.props?.label).toBe('Map around you'));
  expect(shownMap.props?.onLocate).toBeUndefined();
  await press('Use my location');
  await waitFor(() => expect(shownMap.props?.onLocate).toBeDefined());
  expect(await shownMap.props?.onLocate?.()).toEqual({ lat: 28.62, lng: 77.21 });
});
