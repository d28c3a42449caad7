import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { Link, useLocation } from 'react-router-dom';
import { writeDraft } from '../../core/draft';
import { fakeDevice } from '../../testing/device';
import { LazyMap } from '../../testing/map';
import { renderPart } from '../../testing/render';
import { aRide } from '../../testing/ride.builder';
import { type Answer, fakeServer } from '../../testing/server';
import { useOwnPlaces } from './own-places.store';
import { prefillRide } from './prefill';

jest.unstable_mockModule('../../ui/LazyMap', () => ({ LazyMap }));
const { StageMap, StageProvider } = await import('../../ui/stage/stage-map');
const { CreateRide } = await import('./CreateRide');

const end = (text: string, lat: number) => ({ text, point: { lat, lng: 77.2 }, foundWords: text });
const station = { address: 'Railway Station', lat: 28.64, lng: 77.22 };

let answers: Record<string, () => Answer>;

beforeEach(() => {
  fakeDevice('denied');
  useOwnPlaces.setState({ saved: null, recent: null, failed: false });
  answers = {
    'GET /places/saved': () => ({ body: [] }),
    'GET /places/recent': () => ({ body: [station] }),
  };
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

function Address() {
  return (
    <>
      <output>{useLocation().search}</output>
      <Link to="/?dialog=create-ride">open the form</Link>
    </>
  );
}

function open(address: string) {
  const server = fakeServer(answers);
  renderPart(
    <StageProvider>
      <StageMap />
      <CreateRide />
      <Address />
    </StageProvider>,
    address,
  );
  return server;
}
const address = () => screen.getAllByRole('status').find(({ tagName }) => tagName === 'OUTPUT')?.textContent;
const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Drop Location' });

test("'Where to?' opens the form with its drop field focused and the customer's places listed; `field` is removed from the URL", async () => {
  open('/?dialog=create-ride&field=drop');
  expect(document.activeElement).toBe(field());
  expect(await screen.findByRole('option', { name: /^Railway Station/ })).toBeTruthy();
  expect(address()).toBe('?dialog=create-ride');
});

test('the drop field that was focused on opening is not focused again the next time', async () => {
  open('/?dialog=create-ride&field=drop');
  await waitFor(() => expect(field().hasAttribute('data-autofocus')).toBe(true));
  fireEvent.keyDown(field(), { key: 'Escape' });
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(screen.getByRole('link', { name: 'open the form' }));
  await screen.findByRole('dialog', { name: 'Create Ride Request' });
  expect(field().hasAttribute('data-autofocus')).toBe(false);
  expect(screen.queryByRole('listbox')).toBeNull();
});

const value = (name: string) => screen.getByRole<HTMLInputElement>('combobox', { name }).value;
const leaveForm = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
};
const openAgain = async () => {
  fireEvent.click(screen.getByRole('link', { name: 'open the form' }));
  await screen.findByRole('dialog', { name: 'Create Ride Request' });
};

test('places that another screen has filled in are removed when the form closes, and the previous draft returns', async () => {
  writeDraft('ride', { pickup: end('Home', 28.5), drop: { text: 'Old drop', point: null } });
  prefillRide({ drop: end('Khan Market', 28.6) });
  open('/?dialog=create-ride');
  expect([value('Pickup Location'), value('Drop Location')]).toEqual(['Home', 'Khan Market']);
  await leaveForm();
  await openAgain();
  expect([value('Pickup Location'), value('Drop Location')]).toEqual(['Home', 'Old drop']);
});

test("a pickup that was prefilled empty and then set to the device's position is also removed when the form closes", async () => {
  fakeDevice({ lat: 28.62, lng: 77.21 });
  answers['GET /geo/reverse'] = () => ({
    body: { address: 'Janpath', display_name: 'Janpath', source: 'geocoder' },
  });
  writeDraft('ride', { pickup: end('Home', 28.5), drop: { text: 'Old drop', point: null } });
  prefillRide({ pickup: { text: '', point: null }, drop: end('Khan Market', 28.6) });
  open('/?dialog=create-ride');
  await waitFor(() => expect(value('Pickup Location')).toBe('Janpath'));
  await leaveForm();
  await openAgain();
  expect([value('Pickup Location'), value('Drop Location')]).toEqual(['Home', 'Old drop']);
});

test('a filled-in place that was changed in the form is a draft like any other', async () => {
  prefillRide({ drop: end('Khan Market', 28.6) });
  open('/?dialog=create-ride');
  fireEvent.change(field(), { target: { value: 'Khan Market, gate 2' } });
  await leaveForm();
  await openAgain();
  expect(value('Drop Location')).toBe('Khan Market, gate 2');
});

test('the note about replaced words is removed when the form closes', async () => {
  answers['GET /config'] = () => ({
    body: { city: { name: 'Rampur', center: { lat: 28.6, lng: 77.2 }, places: true, roads: true } },
  });
  const street = { id: 'W1', name: 'Green Park', detail: 'Rampur', kind: 'street', lat: 28.56, lng: 77.2 };
  answers['GET /geo/search'] = () => ({ body: { places: [street] } });
  open('/?dialog=create-ride&field=drop');
  fireEvent.change(field(), { target: { value: 'B-14, Green Park' } });
  fireEvent.click(await screen.findByRole('option', { name: /^Green Park/ }));
  expect(screen.getByRole('button', { name: 'Keep my words' })).toBeTruthy();
  await leaveForm();
  await openAgain();
  expect(screen.queryByRole('button', { name: 'Keep my words' })).toBeNull();
});

test("'Later' opens the form for a scheduled ride", async () => {
  open('/?dialog=create-ride&field=drop&later=1');
  fireEvent.keyDown(field(), { key: 'Escape' });
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Schedule for later' }).checked).toBe(true);
  expect(address()).toBe('?dialog=create-ride');
});

test('while the list of a field covers the form, the schedule is hidden and Escape closes only the list', async () => {
  open('/?dialog=create-ride');
  expect(screen.getByRole('switch', { name: 'Schedule for later' })).toBeTruthy();
  fireEvent.focus(field());
  expect(await screen.findByRole('listbox', { name: 'Your places' })).toBeTruthy();
  expect(screen.queryByRole('switch')).toBeNull();
  fireEvent.keyDown(field(), { key: 'Escape' });
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(address()).toBe('?dialog=create-ride');
});

test('a created request opens with its quotes, whichever screen the form was opened from', async () => {
  answers['POST /rides/request'] = () => ({ status: 201, body: aRide() });
  prefillRide({ pickup: end('Nehru Place', 28.55), drop: end('Khan Market', 28.6) });
  open('/?dialog=create-ride&tab=history');
  fireEvent.click(screen.getByRole('button', { name: 'Create Ride Request' }));
  await waitFor(() => expect(address()).toBe(`?ride=${aRide().id}`));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await screen.findByText('Ride request created! Drivers will start submitting quotes.')).toBeTruthy();
});

test("without a network only the customer's places are offered, with a message", async () => {
  answers['GET /config'] = () => ({
    body: { city: { name: 'Rampur', center: { lat: 28.6, lng: 77.2 }, places: true, roads: true } },
  });
  answers['GET /geo/search'] = () => ({ lost: true });
  open('/?dialog=create-ride&field=drop');
  await screen.findByRole('option', { name: /^Railway Station/ });
  fireEvent.change(field(), { target: { value: 'rail' } });
  expect(await screen.findByText('You are offline. Only your saved and recent places are shown.')).toBeTruthy();
  expect(screen.getByRole('option', { name: /^Railway Station/ })).toBeTruthy();
});
