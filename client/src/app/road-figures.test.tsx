import { encodePolyline } from '@boli/shared/geo/polyline';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { signIn, signOut } from '../core/session';
import { upsertBooking } from '../features/bookings/bookings.store';
import { aBooking } from '../testing/booking.builder';
import { LazyMap, shownMap } from '../testing/map';
import { renderPart } from '../testing/render';
import { aQuote, aRide } from '../testing/ride.builder';
import { type Answer, fakeServer } from '../testing/server';

jest.unstable_mockModule('../ui/LazyMap', () => ({ LazyMap }));
const { CustomerDashboard } = await import('./CustomerDashboard');

const road = { distance_km: 12.34, duration_min: 31, source: 'roads' as const };
const estimate = { ...road, source: 'estimate' as const };
const ride = aRide({ road, quote_count: 5 });
const bends = [
  { lat: 28.63149, lng: 77.21671 },
  { lat: 28.6, lng: 77.2167 },
  { lat: 28.55349, lng: 77.19261 },
];
const quoteOf = (driver_name: string, price: number, over: Parameters<typeof aQuote>[0]) =>
  aQuote({ id: driver_name, driver_id: driver_name, driver_name, price, ...over });
const arriving = (pickup_eta_min: number, eta_source: 'roads' | 'estimate') => ({ pickup_eta_min, eta_source });
const rated = (average_rating: number, total_ratings: number) => ({ average_rating, total_ratings });
const offers = [
  quoteOf('Kabir', 180, { ...arriving(13, 'estimate'), ...rated(0, 0) }),
  quoteOf('Ravi', 200, { ...arriving(9, 'roads'), ...rated(4.2, 90) }),
  quoteOf('Meena', 220, { ...rated(4.8, 3) }),
  quoteOf('Iqbal', 240, { ...arriving(4, 'roads'), ...rated(4.8, 41) }),
  quoteOf('Tara', 260, { ...arriving(2, 'estimate'), ...rated(3.1, 7) }),
];
let answers: Record<string, (body: unknown) => Answer>;

beforeEach(() => {
  const user = { id: 'customer', name: 'Asha Verma', email: 'a@example.in', role: 'customer' as const, phone: null };
  signIn({ access_token: 't', token_type: 'bearer', user });
  const none = () => ({ body: [] });
  answers = {
    'GET /config': () => ({ body: { payment_gateway: 'simulated' } }),
    'GET /rides/requests': () => ({ body: [ride] }),
    'GET /bookings/my': none,
    'GET /favorites/my': none,
    [`GET /rides/request/${ride.id}`]: () => ({ body: { ...ride, shape: encodePolyline(bends) } }),
    [`GET /quotes/ride/${ride.id}`]: () => ({ body: offers }),
  };
});
afterEach(() => {
  cleanup();
  signOut();
  sessionStorage.clear();
  shownMap.props = null;
});

const open = (address = '/') => {
  const server = fakeServer(answers);
  renderPart(<CustomerDashboard />, address);
  return server;
};
const names = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
const sort = (name: string) => {
  // The quotes keep their order while the pointer moves; a new sort order applies immediately.
  fireEvent.pointerDown(window);
  fireEvent.click(screen.getByRole('radio', { name }));
};
const groups = () =>
  screen.queryAllByText(/^(By road|Estimated from|Arrival not)/).map(({ textContent }) => textContent);

describe('kilometres and minutes', () => {
  test.each([
    [road, '12.3 km · 31 min'],
    [estimate, 'about 12 km · about 30 min'],
    [null, '9.4 km'],
  ])('are shown on the card of a request with the road %j as: %s', async (given, text) => {
    answers['GET /rides/requests'] = () => ({ body: [{ ...ride, road: given }] });
    open();
    const card = await screen.findByRole('link', { name: /Connaught Place/ });
    expect(within(card).getByText(text)).toBeTruthy();
  });

  test('are on the card of a booking and in its details', async () => {
    const booking = aBooking({ road });
    answers['GET /bookings/my'] = () => ({ body: [booking] });
    answers[`GET /bookings/${booking.id}`] = () => ({ body: booking });
    open('/?tab=bookings');
    expect(await screen.findByText('12.3 km · 31 min')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'View Details' }));
    const dialog = await screen.findByRole('dialog', { name: 'Booking Details' });
    expect(within(dialog).getByText('12.3 km · 31 min')).toBeTruthy();
  });
});

describe('Available Quotes', () => {
  test('show the way along the road, and its duration', async () => {
    open(`/?ride=${ride.id}`);
    expect((await screen.findAllByText('12.3 km · 31 min')).length).toBeGreaterThan(0);
    await waitFor(() => expect(shownMap.props?.line).toEqual(bends));
  });

  test('show a straight line if the road is not known', async () => {
    const unknown = { ...ride, road: estimate };
    answers['GET /rides/requests'] = () => ({ body: [unknown] });
    answers[`GET /rides/request/${ride.id}`] = () => ({ body: { ...unknown, shape: null } });
    open(`/?ride=${ride.id}`);
    expect((await screen.findAllByText('about 12 km · about 30 min')).length).toBeGreaterThan(0);
    expect(shownMap.props?.line).toEqual([
      { lat: 28.6315, lng: 77.2167 },
      { lat: 28.5535, lng: 77.1926 },
    ]);
  });

  test('show the driver\'s distance in minutes; an estimate with "about" and in steps of five', async () => {
    open(`/?ride=${ride.id}`);
    await screen.findByText('Iqbal');
    const away = (name: string) => screen.getByRole('article', { name }).textContent;
    expect(away('Iqbal')).toContain('4 min away');
    expect(away('Iqbal')).not.toContain('about');
    expect(away('Kabir')).toContain('about 15 min away');
    expect(away('Meena')).toContain('1.2 km away');
  });

  test('can be sorted by price, by arrival with estimates in a separate group, or by rating', async () => {
    open(`/?ride=${ride.id}`);
    await screen.findByText('Iqbal');
    expect(names()).toEqual(['Kabir', 'Ravi', 'Meena', 'Iqbal', 'Tara']);
    expect([screen.getByText('Lowest price first') && true, groups()]).toEqual([true, []]);
    sort('Arrival');
    await waitFor(() => expect(names()).toEqual(['Iqbal', 'Ravi', 'Tara', 'Kabir', 'Meena']), { timeout: 1_500 });
    expect(groups()).toEqual(['By road', 'Estimated from the straight line', 'Arrival not known']);
    expect(screen.getByText('Earliest arrival first')).toBeTruthy();
    sort('Rating');
    await waitFor(() => expect(names()).toEqual(['Iqbal', 'Meena', 'Ravi', 'Tara', 'Kabir']));
    expect([screen.getByText('Best rating first') && true, groups()]).toEqual([true, []]);
    sort('Price');
    await waitFor(() => expect(names()[0]).toBe('Kabir'));
  });

  test('sorted by arrival have no groups if all sources are equal, and a single quote has no sort control', async () => {
    const [, ravi, , iqbal] = offers;
    answers[`GET /quotes/ride/${ride.id}`] = () => ({ body: [ravi, iqbal] });
    open(`/?ride=${ride.id}`);
    await screen.findByText('Iqbal');
    sort('Arrival');
    await waitFor(() => expect(names()).toEqual(['Iqbal', 'Ravi']));
    expect(groups()).toEqual([]);
    cleanup();
    answers[`GET /quotes/ride/${ride.id}`] = () => ({ body: [ravi] });
    open(`/?ride=${ride.id}`);
    await waitFor(() => expect(names()).toEqual(['Ravi']));
    expect(screen.queryByRole('radio', { name: 'Arrival' })).toBeNull();
  });
});

test('the map of a running ride has the line along the road, and reads it again when the exact pickup is known', async () => {
  const booking = aBooking({ road, status: 'in_progress', pickup_is_approximate: true });
  answers['GET /bookings/my'] = () => ({ body: [booking] });
  answers[`GET /bookings/${booking.id}`] = () => ({ body: booking });
  let shape = encodePolyline(bends.slice(1));
  answers[`GET /rides/request/${ride.id}`] = () => ({ body: { ...ride, shape } });
  open(`/?tab=bookings&booking=${booking.id}`);
  await waitFor(() => expect(shownMap.props?.line).toEqual(bends.slice(1)));
  shape = encodePolyline(bends);
  upsertBooking({ ...booking, pickup_is_approximate: false, version: 2 });
  await waitFor(() => expect(shownMap.props?.line).toEqual(bends));
});
