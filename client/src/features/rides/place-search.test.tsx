import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { fakeDevice } from '../../testing/device';
import { LazyMap, shownMap, shownMarkers } from '../../testing/map';
import { type Answer, fakeServer } from '../../testing/server';

jest.unstable_mockModule('../../ui/LazyMap', () => ({ LazyMap }));
const { openCreateRide } = await import('../../testing/create-ride');
const { CreateRideDialog } = await import('./CreateRideDialog');

const center = { lat: 30.735, lng: 76.78 };
const airport = { id: 'N1', name: 'Airport', detail: 'Mohali', kind: 'airport', lat: 30.68, lng: 76.79 };
const mall = { id: 'W2', name: 'Elante Mall', detail: 'Industrial Area', kind: 'shop', lat: 30.705, lng: 76.801 };

const { matchMedia } = window;

let answers: Record<string, (body: unknown, query: string) => Answer>;

beforeEach(() => {
  fakeDevice('denied');
  answers = {
    'GET /config': () => ({ body: { city: { name: 'Chandigarh', center, places: true, roads: true } } }),
    'GET /geo/search': () => ({ body: { places: [airport] } }),
    'GET /places/saved': () => ({ body: [] }),
    'GET /places/recent': () => ({ body: [] }),
  };
});
afterEach(() => {
  cleanup();
  window.matchMedia = matchMedia;
  sessionStorage.clear();
});

async function open() {
  const server = fakeServer(answers);
  openCreateRide(CreateRideDialog);
  // From now on the page knows the installed city.
  await waitFor(() => expect(shownMap.props).toMatchObject({ center }));
  return server;
}
const field = (label: string) => screen.getByRole<HTMLInputElement>('combobox', { name: label });
const type = (label: string, value: string) => {
  fireEvent.focus(field(label));
  fireEvent.change(field(label), { target: { value } });
};
const pickups = () => shownMarkers().filter((marker) => marker.startsWith('pickup'));

async function choose(label: string, typed: string, name: RegExp) {
  type(label, typed);
  fireEvent.click(await screen.findByRole('option', { name }));
}

test('typing another name over a chosen place removes its point; adding words to it does not', async () => {
  await open();
  await choose('Pickup Location', 'airport', /Airport/);
  expect(pickups()).toEqual(['pickup 30.68,76.79']);
  type('Pickup Location', 'Airport, Mohali, gate 2');
  expect(pickups()).toHaveLength(1);
  type('Pickup Location', 'Elante Mall');
  expect(pickups()).toEqual([]);
  fireEvent.blur(field('Pickup Location'));
  expect(await screen.findByText('Choose a place from the list, or on the map')).toBeTruthy();
});

test('a search without results or with a failure says so and keeps the map option; a failed one can be retried', async () => {
  answers['GET /geo/search'] = () => ({ body: { places: [] } });
  await open();
  type('Drop Location', 'zzzz');
  expect(await screen.findByText('No place called “zzzz”')).toBeTruthy();
  expect(screen.getByRole('option', { name: /^Choose on the map/ })).toBeTruthy();
  answers['GET /geo/search'] = () => ({ status: 503, body: { detail: 'away' } });
  type('Drop Location', 'elante');
  const again = await screen.findByRole('option', { name: 'The search does not answer. Try again' });
  answers['GET /geo/search'] = () => ({ body: { places: [mall] } });
  fireEvent.click(again);
  expect(await screen.findByRole('option', { name: /Elante Mall/ })).toBeTruthy();
});

test('the places of an earlier text are not offered during the search for another one', async () => {
  await open();
  type('Pickup Location', 'airport');
  const list = within(await screen.findByRole('listbox'));
  await list.findByRole('option', { name: /Airport/ });
  const slow = globalThis.fetch;
  globalThis.fetch = (...call) => (String(call[0]).includes('panjab') ? new Promise(() => undefined) : slow(...call));
  type('Pickup Location', 'panjab univ');
  expect(await screen.findByText('Searching…')).toBeTruthy();
  expect(screen.queryAllByRole('option')).toEqual([]);
});

describe('without a place search on the server', () => {
  const noSearch = 'This server has no place search. Choose the place on the map.';

  async function openWithoutCity() {
    answers['GET /config'] = () => ({ body: { city: null } });
    answers['GET /geo/search'] = () => ({ body: { places: [] } });
    const { requests } = fakeServer(answers);
    openCreateRide(CreateRideDialog);
    await waitFor(() => expect(requests.some(({ path }) => path === '/config')).toBe(true));
  }

  test('a typed place leads to a message that the place has to be chosen on the map, in the list and below the field', async () => {
    await openWithoutCity();
    type('Drop Location', 'Khan Market');
    expect(await screen.findByText(noSearch)).toBeTruthy();
    expect(screen.getByRole('option', { name: /^Choose on the map/ })).toBeTruthy();
    fireEvent.keyDown(field('Drop Location'), { key: 'Enter', code: 'Enter' });
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(screen.getByText(noSearch)).toBeTruthy();
    expect(field('Drop Location').getAttribute('aria-invalid')).toBe('true');
  });

  test('the list that drops down on a desktop also says that the place has to be chosen on the map', async () => {
    window.matchMedia = (query) => ({ ...matchMedia(query), matches: query.includes('min-width') });
    await openWithoutCity();
    type('Drop Location', 'Khan Market');
    expect(await screen.findByText(noSearch)).toBeTruthy();
    expect(screen.getByRole('option', { name: /^Choose on the map/ })).toBeTruthy();
  });

  test('a point, or a text that names a chosen point, leads to no message to choose on the map', async () => {
    await openWithoutCity();
    type('Drop Location', 'Khan');
    await screen.findByText(noSearch);
    type('Drop Location', '28.6, 77.23');
    expect(screen.queryByText(noSearch)).toBeNull();
    type('Drop Location', 'Khan Market');
    expect(screen.queryByText(noSearch)).toBeNull();
  });
});
