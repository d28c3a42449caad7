import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { writeDraft } from '../../core/draft';
import { fakeDevice } from '../../testing/device';
import { LazyMap, shownMarkers } from '../../testing/map';
import { type Answer, fakeServer } from '../../testing/server';
import { prefillRide } from './prefill';

jest.unstable_mockModule('../../ui/LazyMap', () => ({ LazyMap }));
const { openCreateRide } = await import('../../testing/create-ride');
const { CreateRideDialog } = await import('./CreateRideDialog');

const standing = { lat: 28.62, lng: 77.21 };
const office = { text: 'Nehru Place', point: { lat: 28.55, lng: 77.25 }, foundWords: 'Nehru Place' };
const market = { text: 'Khan Market', point: { lat: 28.6, lng: 77.23 }, foundWords: 'Khan Market' };

let answers: Record<string, () => Answer>;

beforeEach(() => {
  fakeDevice(standing);
  answers = {
    'GET /geo/reverse': () => ({ body: { address: 'Janpath', display_name: 'Janpath', source: 'geocoder' } }),
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
const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
const isReady = () => !screen.getByRole<HTMLButtonElement>('button', { name: 'Create Ride Request' }).disabled;
const detected = () => screen.findByText('Location detected successfully!');

test("a form that opens with pickup and drop filled in can be submitted immediately, and the device's position does not replace the pickup", async () => {
  prefillRide({ pickup: office, drop: market });
  open();
  expect([value('Pickup Location'), value('Drop Location')]).toEqual(['Nehru Place', 'Khan Market']);
  expect(isReady()).toBe(true);
  await detected();
  expect(shownMarkers()).toEqual(['me 28.62,77.21', 'pickup 28.55,77.25', 'drop 28.6,77.23']);
});

test('a pickup that is not prefilled keeps its draft, and a prefilled drop is used only once', async () => {
  writeDraft('ride', { pickup: office, drop: { text: 'Old drop', point: { lat: 28.5, lng: 77.1 } } });
  prefillRide({ drop: market });
  open();
  expect([value('Pickup Location'), value('Drop Location')]).toEqual(['Nehru Place', 'Khan Market']);
  cleanup();
  writeDraft('ride', { pickup: office, drop: office });
  open();
  expect(value('Drop Location')).toBe('Nehru Place');
  await detected();
});

test("an empty pickup is filled with the address of the device's position; no toast tells about the pickup or its address", async () => {
  prefillRide({ drop: market });
  open();
  await detected();
  expect(shownMarkers()).toContain('pickup 28.62,77.21');
  expect(isReady()).toBe(true);
  await waitFor(() => expect(value('Pickup Location')).toBe('Janpath'));
  expect(screen.queryByText('Getting your current address...')).toBeNull();
  expect(screen.queryByText('Pickup set to current location')).toBeNull();
});

test("an empty pickup is filled with the device's coordinates if the address lookup fails", async () => {
  answers['GET /geo/reverse'] = () => ({ status: 500 });
  const { requests } = open();
  await waitFor(() => expect(requests.some(({ path }) => path === '/geo/reverse')).toBe(true));
  expect(value('Pickup Location')).toBe('Lat: 28.620000, Lng: 77.210000');
});

test('a note about a prefilled pickup away from the device stays until another pickup is chosen', async () => {
  const kept = 'The pickup stays where it was filled in, not at your location.';
  prefillRide({ pickup: office, drop: market });
  open();
  await detected();
  expect(screen.getByText(kept)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Use current location as pickup' }));
  await waitFor(() => expect(value('Pickup Location')).toBe('Janpath'));
  expect(screen.queryByText(kept)).toBeNull();
  cleanup();
  sessionStorage.clear();
  prefillRide({ pickup: { ...office, point: { lat: 28.6201, lng: 77.2101 } }, drop: market });
  open();
  await detected();
  expect(screen.queryByText(kept)).toBeNull();
});
