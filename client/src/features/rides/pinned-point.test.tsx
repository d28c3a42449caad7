import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { fakeDevice } from '../../testing/device';
import { LazyMap, shownMap, shownMarkers } from '../../testing/map';
import { aRide } from '../../testing/ride.builder';
import { type Answer, fakeServer } from '../../testing/server';
import { prefillRide } from './prefill';

jest.unstable_mockModule('../../ui/LazyMap', () => ({ LazyMap }));
const { openCreateRide } = await import('../../testing/create-ride');
const { CreateRideDialog } = await import('./CreateRideDialog');

const office = { text: 'Nehru Place', point: { lat: 28.55, lng: 77.25 }, foundWords: 'Nehru Place' };
const market = { text: 'Khan Market', point: { lat: 28.6, lng: 77.23 }, foundWords: 'Khan Market' };
const tapped = { lat: 28.63, lng: 77.22 };

let answers: Record<string, () => Answer>;

beforeEach(() => {
  fakeDevice('denied');
  // As on a server without a geocoder and without an installed city.
  answers = {
    'GET /config': () => ({ body: { city: null } }),
    'GET /geo/reverse': () => ({ body: { address: '', display_name: null, source: 'coordinates' } }),
    'GET /geo/search': () => ({ body: { places: [] } }),
    'POST /rides/request': () => ({ status: 201, body: aRide() }),
  };
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

function open() {
  const server = fakeServer(answers);
  openCreateRide(CreateRideDialog);
  return server;
}
const drop = () => screen.getByLabelText<HTMLInputElement>('Drop Location');
const type = (value: string) => fireEvent.change(drop(), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Create Ride Request' });
const drops = () => shownMarkers().filter((marker) => marker.startsWith('drop'));
const stays = () => screen.queryByText(/^The pin stays at/)?.textContent ?? null;

/** Chooses the drop on the map; without a geocoder its text is its coordinates. */
async function pickDrop() {
  press('Pick drop on map');
  act(() => shownMap.props?.onPick?.(tapped));
  await screen.findByText('Location name not available. Using coordinates.');
  expect(drop().value).toBe('28.630000, 77.220000');
}

test.each([
  ['the Clear button', () => press('Clear drop')],
  ['deleting its text', () => type('')],
])('%s removes the point of the place, so that a text typed next is not sent with it', async (_how, clear) => {
  prefillRide({ pickup: office });
  const { requests } = open();
  await pickDrop();
  expect(submit().disabled).toBe(false);
  fireEvent.focus(drop());
  clear();
  expect([drop().value, drops(), submit().disabled]).toEqual(['', [], true]);
  type('Airport Terminal 3');
  fireEvent.keyDown(drop(), { key: 'Enter', code: 'Enter' });
  expect([drops(), submit().disabled]).toEqual([[], true]);
  fireEvent.submit(document.querySelector('form') ?? document.body);
  expect(requests.filter(({ path }) => path === '/rides/request')).toEqual([]);
});

test('without a place search, a text typed over a chosen point names that point, and a note says where the pin stays', async () => {
  prefillRide({ pickup: office });
  const { requests } = open();
  await pickDrop();
  expect(stays()).toBeNull();
  fireEvent.focus(drop());
  type('Airport Terminal 3');
  expect(stays()).toBe('The pin stays at 28.630000, 77.220000');
  fireEvent.keyDown(drop(), { key: 'Enter', code: 'Enter' });
  expect(stays()).toBe('The pin stays at 28.630000, 77.220000');
  fireEvent.click(submit());
  await waitFor(() => expect(requests.some(({ path }) => path === '/rides/request')).toBe(true));
  expect(requests.find(({ path }) => path === '/rides/request')?.body).toMatchObject({
    drop_location: 'Airport Terminal 3',
    drop_lat: 28.63,
    drop_lng: 77.22,
  });
});

test('one press removes the pin of a typed text, and keeps the text', async () => {
  prefillRide({ pickup: office });
  open();
  await pickDrop();
  type('Airport Terminal 3');
  press('Remove drop pin');
  expect([drop().value, drops(), stays(), submit().disabled]).toEqual(['Airport Terminal 3', [], null, true]);
});

test('a text that still contains the name found for the point shows no note about the pin', async () => {
  prefillRide({ pickup: office, drop: market });
  open();
  type('Khan Market, gate 2');
  expect(stays()).toBeNull();
  type('28.5, 77.1');
  expect(stays()).toBeNull();
  type('Airport');
  expect(stays()).toBe('The pin stays at 28.500000, 77.100000');
});
