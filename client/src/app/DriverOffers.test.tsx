import type { DriverProfile } from '@boli/shared/drivers/drivers.schema';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useDevicePosition } from '../core/device-position';
import { signIn, signOut } from '../core/session';
import { upsertProfile, useDriver } from '../features/drivers/drivers.store';
import { closeOpenRide, readOpenRides, upsertOpenRide } from '../features/rides/open-rides.store';
import { type FakeDevice, fakeDevice, fakePermission } from '../testing/device';
import { renderPart } from '../testing/render';
import { aQuote, aRide } from '../testing/ride.builder';
import { type Answer, fakeServer } from '../testing/server';
import { DriverOffers } from './DriverOffers';
import { useOffers } from './use-offers';

const Offers = () => <DriverOffers offers={useOffers()} />;

const ride = (id: string, pickup_lat: number) => ({
  ...aRide({ id, customer_name: `Customer ${id}`, pickup_lat, pickup_lng: 77.2 }),
  my_quote: null,
});
/** Two requests: one kilometre and about eleven kilometres north of the device. */
const rides = [ride('near', 28.609), ride('far', 28.7)];
let device: FakeDevice;
let requests: ReturnType<typeof fakeServer>['requests'];
let answer: Answer;

beforeEach(() => {
  localStorage.clear();
  signIn({
    access_token: 't',
    token_type: 'bearer',
    user: { id: 'd1', name: 'Ravi', email: 'r@example.in', role: 'driver', phone: null },
  });
  device = fakeDevice({ lat: 28.6, lng: 77.2 });
  fakePermission('prompt');
  answer = { body: rides };
  ({ requests } = fakeServer({ 'GET /rides/requests': () => answer }));
});
afterEach(() => {
  cleanup();
  signOut(null);
  useDevicePosition.setState({ place: null });
  useDriver.setState({ profile: null });
});
const filter = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Distance from me to the pickup' });
const choose = (name: string) =>
  fireEvent.change(filter(), { target: { value: screen.getByRole<HTMLOptionElement>('option', { name }).value } });
const isChosen = (name: string) => filter().selectedOptions[0]?.textContent === name;

test('all requests are listed by default, and the position of the device is not read', async () => {
  renderPart(<Offers />);
  expect(await screen.findByText('Customer far')).toBeTruthy();
  expect([isChosen('All'), device.asked, requests.at(-1)?.query]).toEqual([true, [], '?limit=200']);
  expect(screen.queryByText(/to pickup/)).toBeNull();
});

test('a chosen distance limits the list and is sent to the server, shows how far each pickup is, and is stored on the device', async () => {
  const { unmount } = renderPart(<Offers />);
  await screen.findByText('Customer far');
  choose('5 km');
  await waitFor(() => expect(screen.queryByText('Customer far')).toBeNull());
  expect(screen.getByText('about 4 min to pickup')).toBeTruthy();
  await waitFor(() => expect(requests.at(-1)?.query).toBe('?limit=200&lat=28.6&lng=77.2&radius_km=5'));
  choose('25 km');
  expect(await screen.findByText('about 40 min to pickup')).toBeTruthy();
  unmount();
  renderPart(<Offers />);
  expect(isChosen('25 km')).toBe(true);
});

test('if no request is within the chosen distance, the list says so, and shows all by one press', async () => {
  ({ requests } = fakeServer({ 'GET /rides/requests': () => ({ body: [ride('far', 28.7)] }) }));
  renderPart(<Offers />);
  await screen.findByText('Customer far');
  choose('5 km');
  expect(await screen.findByText('No ride requests within 5 km')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Show all requests' }));
  expect(await screen.findByText('Customer far')).toBeTruthy();
  expect(isChosen('All')).toBe(true);
});

test('without a position the filter stays at All and shows why; a stored distance is not applied', async () => {
  device.at = 'denied';
  localStorage.setItem('boli-radius', '10');
  renderPart(<Offers />);
  await screen.findByText('Customer far');
  expect([isChosen('All'), device.asked]).toEqual([true, []]);
  choose('5 km');
  expect(await screen.findByText('Current location not available. Please allow location access.')).toBeTruthy();
  // The text appears a moment before the choice is reverted.
  await waitFor(() => expect(isChosen('All')).toBe(true));
});

test('minutes to the pickup are shown instead of the straight-line distance, and stay when the request is pushed', async () => {
  const [near, far] = rides;
  if (!near || !far) throw new Error('no rows');
  const road = { distance_km: 12.34, duration_min: 31, source: 'estimate' as const };
  answer = {
    body: [
      { ...near, road, to_pickup_min: 6, to_pickup_source: 'roads' },
      { ...far, to_pickup_min: 43, to_pickup_source: 'estimate' },
    ],
  };
  renderPart(<Offers />);
  expect(await screen.findByText('6 min to pickup')).toBeTruthy();
  expect(screen.getByText('about 45 min to pickup')).toBeTruthy();
  expect(screen.getByText('about 12 km · about 30 min')).toBeTruthy();
  const { my_quote, ...pushed } = { ...near, road, quote_count: 1, version: 2 };
  act(() => upsertOpenRide(pushed));
  expect(screen.getByText('6 min to pickup')).toBeTruthy();
  act(() => upsertOpenRide({ ...pushed, my_quote, to_pickup_min: null, to_pickup_source: null, version: 3 }));
  expect(screen.queryByText('6 min to pickup')).toBeNull();
});

describe('minutes to the pickup', () => {
  const minutes = (to_pickup_min: number) => ({
    body: rides.map((row) => ({ ...row, to_pickup_min, to_pickup_km: 2.5, to_pickup_source: 'roads' })),
  });
  const after = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  let visibility: DocumentVisibilityState;
  beforeEach(() => {
    jest.useFakeTimers();
    visibility = 'visible';
    jest.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
    useDevicePosition.setState({ place: { lat: 28.6, lng: 77.2 } });
  });
  afterEach(() => {
    cleanup();
    jest.restoreAllMocks();
    jest.useRealTimers();
  });
  const show = async () => {
    answer = minutes(6);
    renderPart(<Offers />);
    await after(0);
    expect(screen.getAllByText('6 min to pickup')).toHaveLength(2);
    answer = minutes(4);
  };
  const drive = (lat: number) => act(() => useDevicePosition.setState({ place: { lat, lng: 77.2 } }));

  test('are read again after a drive of 300 metres, but not when the position only drifts', async () => {
    await show();
    drive(28.601);
    await after(5_000);
    expect(requests).toHaveLength(1);
    drive(28.604);
    await after(5_000);
    expect(screen.getAllByText('4 min to pickup')).toHaveLength(2);
    expect(requests).toHaveLength(2);
  });

  test('are read again every two minutes while the page is visible, or once it is visible again', async () => {
    await show();
    await after(125_000);
    expect(screen.getAllByText('4 min to pickup')).toHaveLength(2);
    visibility = 'hidden';
    await after(300_000);
    expect(requests).toHaveLength(2);
    visibility = 'visible';
    fireEvent(document, new Event('visibilitychange'));
    await after(0);
    expect(requests).toHaveLength(3);
  });

  test('that are three minutes old are replaced by an estimate', async () => {
    await show();
    answer = { status: 500, body: { detail: 'away', code: 'common.internal' } };
    await after(170_000);
    expect(screen.getAllByText('6 min to pickup')).toHaveLength(2);
    const { my_quote: _, ...pushed } = ride('near', 28.609);
    act(() => upsertOpenRide({ ...pushed, quote_count: 1, version: 2 }));
    await after(25_000);
    expect(screen.queryByText('6 min to pickup')).toBeNull();
    expect(screen.getByText('about 4 min to pickup')).toBeTruthy();
  });
});

describe('more requests than a page', () => {
  /** Requests, newest first, a minute apart; the fake server returns three of them per page. */
  const many = Array.from({ length: 4 }, (_, at) => ({
    ...ride(`r${at}`, 28.609),
    created_at: new Date(Date.parse('2026-01-01T12:00:00Z') - at * 60_000).toISOString(),
  }));
  const pageOf = (query: string) => {
    const before = new URLSearchParams(query).get('before');
    const older = many.filter((row) => before === null || row.created_at < before);
    return { body: older.slice(0, 3), headers: { 'X-Total-Count': String(many.length) } };
  };
  beforeEach(() => {
    ({ requests } = fakeServer({ 'GET /rides/requests': (_body, query) => pageOf(query) }));
  });

  test('are loaded by Show more, and stay after the next read', async () => {
    renderPart(<Offers />);
    const more = await screen.findByRole('button', { name: 'Show more (3 of 4)' });
    expect(screen.getByText('4 open')).toBeTruthy();
    expect(screen.queryByText('Customer r3')).toBeNull();
    fireEvent.click(more);
    expect(await screen.findByText('Customer r3')).toBeTruthy();
    expect(screen.queryByText(/Show more/)).toBeNull();
    expect(requests.at(-1)?.query).toBe(`?limit=200&before=${encodeURIComponent(many[2]?.created_at ?? '')}`);
    await act(() => readOpenRides());
    expect(screen.getByText('Customer r3')).toBeTruthy();
    expect(screen.getByText('4 open')).toBeTruthy();
  });

  test('are not shown before their page is loaded, even if one of them changes', async () => {
    renderPart(<Offers />);
    const more = await screen.findByRole('button', { name: 'Show more (3 of 4)' });
    const [newest, last] = [many[0], many[3]];
    if (!newest || !last) throw new Error('no rows');
    act(() => {
      upsertOpenRide({ ...last, version: 2, quote_count: 1 });
      upsertOpenRide({ ...newest, id: 'new', customer_name: 'Customer new', created_at: '2026-01-01T12:30:00.000Z' });
    });
    expect(screen.queryByText('Customer r3')).toBeNull();
    expect(screen.getByText('Customer new')).toBeTruthy();
    fireEvent.click(more);
    expect(await screen.findByText('Customer r3')).toBeTruthy();
  });
});

const profile = (verification_status: 'pending' | 'verified' | 'rejected'): DriverProfile => ({
  ...{
    id: 'p1',
    user_id: 'd1',
    car_model: 'Dzire',
    experience_years: 7,
    license_number: 'DL-1',
    upi_id: null,
    cost_per_km: null,
  },
  vehicle_number: null,
  vehicle_class: null,
  ...{ driver_photo: null, vehicle_image: null, rc_document: null, license_document: null, fitness_document: null },
  ...{ rejection_reason: null, average_rating: 0, total_ratings: 0, is_available: true, verification_status },
});

test('a driver who is rejected while the page is open loses list and dialog, and regains the list once verified', async () => {
  act(() => upsertProfile(profile('pending')));
  renderPart(<Offers />, '/?ride=near');
  expect(await screen.findByRole('dialog', { name: 'Submit Quote' })).toBeTruthy();
  const detail = 'Your profile was rejected: The licence has expired';
  answer = { status: 403, body: { detail, code: 'drivers.rejected' } };
  act(() => upsertProfile(profile('rejected')));
  expect(await screen.findByText('You cannot see ride requests at the moment')).toBeTruthy();
  // The page already shows the reason above the list.
  expect(screen.queryByText(detail)).toBeNull();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByText(/^Customer/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  answer = { body: rides };
  act(() => upsertProfile(profile('verified')));
  expect(await screen.findByText('Customer far')).toBeTruthy();
  expect(screen.queryByText(detail)).toBeNull();
});

test('a closed request is removed from the list, and its dialog shows that it is closed', async () => {
  renderPart(<Offers />, '/?ride=near');
  const dialog = within(await screen.findByRole('dialog', { name: 'Submit Quote' }));
  expect(dialog.getByText(/Customer near/)).toBeTruthy();
  act(() => closeOpenRide({ ride_request_id: 'near', version: 2 }));
  expect(await dialog.findByText('This ride request is no longer open')).toBeTruthy();
  expect(screen.queryByText(/Customer near/)).toBeNull();
  expect(dialog.getByRole('button', { name: 'Submit Quote' })).toHaveProperty('disabled', true);
});

test("when a request with the driver's own quote closes, a message says once that the quote was not chosen, and names nobody", async () => {
  const [near, far] = [ride('near', 28.609), ride('far', 28.7)];
  answer = { body: [{ ...near, my_quote: aQuote({ ride_request_id: 'near', price: 250 }) }, far] };
  renderPart(<Offers />);
  expect(await screen.findByText('Customer far')).toBeTruthy();
  for (const ride_request_id of ['near', 'near', 'far']) act(() => closeOpenRide({ ride_request_id, version: 2 }));
  const said = await screen.findAllByText(/was not chosen/);
  expect(said.map(({ textContent }) => textContent)).toEqual([
    'Your quote of ₹250.00 was not chosen. The request is closed.',
  ]);
  expect(screen.queryByText(/Customer/)).toBeNull();
});

test('an approximate pickup is called approximate, on the card and in the dialog', async () => {
  answer = { body: [{ ...ride('near', 28.609), pickup_is_approximate: true }] };
  renderPart(<Offers />, '/?ride=near');
  expect(await screen.findByText('Approximate pickup')).toBeTruthy();
  const dialog = within(await screen.findByRole('dialog', { name: 'Submit Quote' }));
  expect(dialog.getByText('Approximate pickup. You see the exact place once you accept the booking.')).toBeTruthy();
});
