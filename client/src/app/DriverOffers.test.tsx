import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useOwnPlace } from '../core/own-place';
import { signIn, signOut } from '../core/session';
import { type StandInDevice, standInDevice, standInPermission } from '../testing/device';
import { renderPart } from '../testing/render';
import { aRide } from '../testing/ride.builder';
import { standInServer } from '../testing/server';
import { DriverOffers } from './DriverOffers';

const ride = (id: string, pickup_lat: number) => ({
  ...aRide({ id, customer_name: `Customer ${id}`, pickup_lat, pickup_lng: 77.2 }),
  my_quote: null,
});
/** One and some eleven kilometres north of the device. */
const rides = [ride('near', 28.609), ride('far', 28.7)];
let device: StandInDevice;
let heard: ReturnType<typeof standInServer>['heard'];

beforeEach(() => {
  localStorage.clear();
  signIn({
    access_token: 't',
    token_type: 'bearer',
    user: { id: 'd1', name: 'Ravi', email: 'r@example.in', role: 'driver', phone: null },
  });
  device = standInDevice({ lat: 28.6, lng: 77.2 });
  standInPermission('prompt');
  ({ heard } = standInServer({ 'GET /rides/requests': () => ({ body: rides }) }));
});
afterEach(() => {
  cleanup();
  signOut(null);
  useOwnPlace.setState({ place: null });
});
const choose = (name: string) => fireEvent.click(screen.getByRole('radio', { name }));
const isChosen = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name }).checked;

test('all requests are listed by default, and nobody is asked for a position', async () => {
  renderPart(<DriverOffers />);
  expect(await screen.findByText('Customer far')).toBeTruthy();
  expect([isChosen('All'), device.asked, heard.at(-1)?.query]).toEqual([true, [], '?limit=200']);
  expect(screen.queryByText(/to pickup/)).toBeNull();
});

test('a chosen distance narrows list and question, shows how far it is, and is remembered', async () => {
  const { unmount } = renderPart(<DriverOffers />);
  await screen.findByText('Customer far');
  choose('5 km');
  await waitFor(() => expect(screen.queryByText('Customer far')).toBeNull());
  expect(screen.getByText('1.0 km to pickup')).toBeTruthy();
  await waitFor(() => expect(heard.at(-1)?.query).toBe('?limit=200&lat=28.6&lng=77.2&radius_km=5'));
  choose('25 km');
  expect(await screen.findByText('11.1 km to pickup')).toBeTruthy();
  unmount();
  renderPart(<DriverOffers />);
  expect(isChosen('25 km')).toBe(true);
});

test('without a position it stays at all and says why; what is remembered waits for the position', async () => {
  device.at = 'denied';
  localStorage.setItem('boli-radius', '10');
  renderPart(<DriverOffers />);
  await screen.findByText('Customer far');
  expect([isChosen('All'), device.asked]).toEqual([true, []]);
  choose('5 km');
  expect(await screen.findByText('Current location not available. Please allow location access.')).toBeTruthy();
  // The word is there a moment before the choice goes back.
  await waitFor(() => expect(isChosen('All')).toBe(true));
});
