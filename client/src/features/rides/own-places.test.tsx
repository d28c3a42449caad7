import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { fakeDevice } from '../../testing/device';
import { LazyMap, shownMarkers } from '../../testing/map';
import { type Answer, fakeServer } from '../../testing/server';
import { loadOwnPlaces, useOwnPlaces } from './own-places.store';

jest.unstable_mockModule('../../ui/LazyMap', () => ({ LazyMap }));
const { openCreateRide } = await import('../../testing/create-ride');
const { CreateRideDialog } = await import('./CreateRideDialog');

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const gym = { id: id(1), label: 'Gym', address: 'Fit House, Sector 22', lat: 28.63, lng: 77.22 };
const work = { id: id(2), label: 'Work', address: 'Central Plaza, Sector 17', lat: 28.6, lng: 77.25 };
const home = { id: id(3), label: 'home', address: '17, Gandhi Marg, Rampur', lat: 28.61, lng: 77.2 };
const station = { address: 'Railway Station, Gate 2', lat: 28.64, lng: 77.22 };

let answers: Record<string, (body: unknown) => Answer>;

beforeEach(() => {
  fakeDevice({ lat: 28.62, lng: 77.21 });
  useOwnPlaces.setState({ saved: null, recent: null, failed: false });
  answers = {
    'GET /places/saved': () => ({ body: [gym, work, home] }),
    'GET /places/recent': () => ({ body: [station, { ...work, address: 'Plaza' }] }),
    'GET /geo/search': () => ({ body: { places: [] } }),
  };
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

const field = (label = 'Drop Location') => screen.getByLabelText<HTMLInputElement>(label);
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const key = (name: string) => fireEvent.keyDown(field(), { key: name, code: name });
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
async function open() {
  const server = fakeServer(answers);
  openCreateRide(CreateRideDialog);
  await screen.findByText('Location detected successfully!');
  return server;
}
/** Chooses Home as the drop. */
async function pickHome() {
  fireEvent.focus(field());
  fireEvent.click(await screen.findByRole('option', { name: /^home/ }));
}

test('an empty field offers Home and Work, other saved places, unsaved recent ones, and the map last', async () => {
  await open();
  expect(options()).toEqual([]);
  fireEvent.focus(field());
  await waitFor(() => expect(options()).toHaveLength(5));
  expect(options()).toEqual([
    'home17, Gandhi Marg, Rampurabout 2 km',
    'WorkCentral Plaza, Sector 17about 6 km',
    'GymFit House, Sector 22about 2 km',
    'Railway StationGate 2about 3 km',
    expect.stringMatching(/^Choose on the map/),
  ]);
  expect(field().getAttribute('aria-expanded')).toBe('true');
  fireEvent.blur(field());
  await waitFor(() => expect(options()).toEqual([]));
  expect(field().getAttribute('aria-expanded')).toBe('false');
});

test('keyboard: Down and Enter choose a place; Escape closes the list and a click opens it again', async () => {
  await open();
  fireEvent.focus(field());
  await waitFor(() => expect(options()).toHaveLength(5));
  key('Escape');
  await waitFor(() => expect(options()).toEqual([]));
  fireEvent.click(field());
  await waitFor(() => expect(options()).toHaveLength(5));
  key('ArrowDown');
  key('Enter');
  expect(field().value).toBe('Central Plaza, Sector 17');
  expect(shownMarkers()).toContain('drop 28.6,77.25');
  expect(options()).toEqual([]);
});

test("typed text filters the customer's places even without a place search; they come before found places", async () => {
  await open();
  fireEvent.focus(field());
  await waitFor(() => expect(options()).toHaveLength(5));
  type('sector');
  await waitFor(() => expect(options()).toHaveLength(3));
  expect(options().map((text) => text?.slice(0, 4))).toEqual(['Work', 'GymF', 'Choo']);
  answers['GET /geo/search'] = () => ({
    body: { places: [{ id: 'N1', name: 'Gate 2 Cafe', detail: 'Rampur', kind: 'food', lat: 28.6, lng: 77.2 }] },
  });
  type('gate 2');
  await waitFor(() => expect(options()).toHaveLength(3));
  expect(options().map((text) => text?.slice(0, 6))).toEqual(['Railwa', 'Gate 2', 'Choose']);
});

test('the list shows that own places are loading, and that there are none yet', async () => {
  let reply: (body: unknown) => void = () => undefined;
  answers['GET /places/saved'] = () => ({ body: [] });
  answers['GET /places/recent'] = () => ({ body: [] });
  await open();
  const quick = globalThis.fetch;
  globalThis.fetch = async (address, init) => {
    await new Promise((resolve) => {
      reply = resolve;
    });
    return quick(address, init);
  };
  cleanup();
  useOwnPlaces.setState({ saved: null, recent: null });
  openCreateRide(CreateRideDialog);
  fireEvent.focus(field());
  expect(await screen.findByText('Loading your places…')).toBeTruthy();
  expect(options()).toEqual([expect.stringMatching(/^Choose on the map/)]);
  globalThis.fetch = quick;
  cleanup();
  await act(async () => reply(null));
  useOwnPlaces.setState({ saved: null, recent: null });
  openCreateRide(CreateRideDialog);
  fireEvent.focus(field());
  expect(await screen.findByText('Places that you save or ride to are shown here')).toBeTruthy();
  expect(options()).toEqual([expect.stringMatching(/^Choose on the map/)]);
});

test('own places that cannot be read can be retried, and the map can be chosen meanwhile', async () => {
  const saved = answers['GET /places/saved'];
  answers['GET /places/saved'] = () => ({ status: 500 });
  await open();
  fireEvent.focus(field());
  const again = 'Your places could not be loaded. Try again';
  await waitFor(() => expect(options()).toEqual([again, expect.stringMatching(/^Choose on the map/)]));
  if (saved) answers['GET /places/saved'] = saved;
  fireEvent.click(screen.getByRole('option', { name: again }));
  await waitFor(() => expect(options()).toHaveLength(5));
  fireEvent.click(screen.getByRole('option', { name: /^Choose on the map/ }));
  expect(screen.getByRole('button', { name: 'Set drop here' })).toBeTruthy();
});

test('known own places stay, and no error is shown, when another read fails', async () => {
  await open();
  fireEvent.focus(field());
  await waitFor(() => expect(options()).toHaveLength(5));
  answers['GET /places/saved'] = () => ({ status: 500 });
  await act(() => loadOwnPlaces());
  expect(options()).toHaveLength(5);
  expect(options()).not.toContain('Your places could not be loaded. Try again');
});

test('a chosen place is saved as Work, replaces the old one, and a toast says so', async () => {
  const { requests } = await open();
  type('28.5, 77.1');
  fireEvent.blur(field());
  press('Save drop');
  expect(screen.getByRole('button', { name: 'Move Home' })).toBeTruthy();
  answers['POST /places/saved'] = (body) => ({ status: 201, body: { id: work.id, ...Object(body) } });
  press('Move Work');
  expect(await screen.findAllByText('Saved as Work')).not.toEqual([]);
  expect(requests.find(({ method }) => method === 'POST')).toMatchObject({
    path: '/places/saved',
    body: { label: 'Work', address: '28.5, 77.1', lat: 28.5, lng: 77.1 },
  });
  expect(useOwnPlaces.getState().saved?.map(({ label, lat }) => [label, lat])).toEqual([
    ['Work', 28.5],
    ['Gym', 28.63],
    ['home', 28.61],
  ]);
});

test('Enter saves the label of a place and does not submit the ride', async () => {
  const { requests } = await open();
  type('28.5, 77.1');
  fireEvent.blur(field());
  press('Save drop');
  const label = screen.getByLabelText('Or a name of your own');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  fireEvent.keyDown(label, { key: 'Enter' });
  fireEvent.change(label, { target: { value: ' Mother ' } });
  answers['POST /places/saved'] = () => ({ status: 409, body: { detail: 'At most 20 saved places.', code: 'x' } });
  expect(fireEvent.keyDown(label, { key: 'Enter' })).toBe(false);
  expect(await screen.findByText('At most 20 saved places.')).toBeTruthy();
  answers['POST /places/saved'] = (body) => ({ status: 201, body: { id: id(9), ...Object(body) } });
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(false));
  press('Save');
  expect(await screen.findAllByText('Saved as Mother')).not.toEqual([]);
  const sent = requests.map(({ method, path }) => `${method} ${path}`);
  expect(sent.filter((call) => call === 'POST /places/saved')).toHaveLength(2);
  expect(sent).not.toContain('POST /rides/request');
});

test('a chosen saved place shows its label, and can be removed', async () => {
  answers[`DELETE /places/saved/${home.id}`] = () => ({ status: 500 });
  await open();
  await pickHome();
  expect(screen.getByText('Saved as home')).toBeTruthy();
  press('Remove home from saved places');
  expect(await screen.findByText('Failed to remove the place')).toBeTruthy();
  expect(screen.getByText('Saved as home')).toBeTruthy();
  answers[`DELETE /places/saved/${home.id}`] = () => ({ body: { success: true } });
  press('Remove home from saved places');
  expect(await screen.findByText('home removed from saved places')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Save drop' })).toBeTruthy();
  expect(useOwnPlaces.getState().saved?.map(({ label }) => label)).toEqual(['Gym', 'Work']);
});

test('no place can be saved before one is chosen', async () => {
  await open();
  await waitFor(() => expect(useOwnPlaces.getState().saved).not.toBeNull());
  expect(screen.queryByRole('button', { name: 'Save drop' })).toBeNull();
});

test('the place that is the pickup is not offered as the drop', async () => {
  const { requests } = await open();
  type('');
  fireEvent.change(field('Pickup Location'), { target: { value: '28.6, 77.25' } });
  fireEvent.blur(field('Pickup Location'));
  fireEvent.focus(field());
  await waitFor(() => expect(options().map((text) => text?.slice(0, 4))).toEqual(['home', 'GymF', 'Rail', 'Choo']));
  answers['GET /geo/search'] = () => ({
    body: { places: [{ id: 'N1', name: 'Central Plaza', detail: 'Gate 1', kind: 'shop', lat: 28.6, lng: 77.25 }] },
  });
  type('central');
  await waitFor(() => expect(requests.some(({ query }) => query.includes('q=central'))).toBe(true));
  await act(async () => undefined);
  expect(options().map((text) => text?.slice(0, 4))).toEqual(['Choo']);
});
