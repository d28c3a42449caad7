import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { Link } from 'react-router-dom';
import { readDraft, writeDraft } from '../../core/draft';
import { fakeDevice } from '../../testing/device';
import { LazyMap, shownMarkers } from '../../testing/map';
import { renderPart } from '../../testing/render';
import { type Answer, fakeServer } from '../../testing/server';
import { prefillRide } from './prefill';

jest.unstable_mockModule('../../ui/LazyMap', () => ({ LazyMap }));
const { StageMap, StageProvider } = await import('../../ui/stage/stage-map');
const { CreateRide } = await import('./CreateRide');

const office = { text: 'Nehru Place', point: { lat: 28.55, lng: 77.25 }, foundWords: 'Nehru Place' };
const market = { text: 'Khan Market', point: { lat: 28.6, lng: 77.23 }, foundWords: 'Khan Market' };
const unsent = 'Your unsent ride request is back.';

let answers: Record<string, () => Answer>;

beforeEach(() => {
  fakeDevice({ lat: 28.62, lng: 77.21 });
  answers = {
    'GET /geo/reverse': () => ({ body: { address: 'Janpath', display_name: 'Janpath', source: 'geocoder' } }),
  };
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

function open(address = '/?dialog=create-ride&field=drop') {
  fakeServer(answers);
  renderPart(
    <StageProvider>
      <StageMap />
      <CreateRide />
      <Link to="/?dialog=create-ride">open the form</Link>
    </StageProvider>,
    address,
  );
}
const value = (name: string) => screen.getByRole<HTMLInputElement>('combobox', { name }).value;
const openAgain = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(screen.getByRole('link', { name: 'open the form' }));
  await screen.findByRole('dialog', { name: 'Create Ride Request' });
};

test("the form says that a draft has returned; Start new empties the form and sets the pickup to the device's position", async () => {
  writeDraft('ride', { pickup: office, drop: market, later: true, time: '2020-01-01T00:00' });
  open();
  expect(screen.getByText(unsent)).toBeTruthy();
  await screen.findByText('Location detected successfully!');
  expect(shownMarkers()).toContain('pickup 28.55,77.25');
  fireEvent.click(screen.getByRole('button', { name: 'Start new' }));
  expect(screen.queryByText(unsent)).toBeNull();
  expect(value('Drop Location')).toBe('');
  await waitFor(() => expect(value('Pickup Location')).toBe('Janpath'));
  expect(shownMarkers()).toEqual(['me 28.62,77.21', 'pickup 28.62,77.21']);
  expect(readDraft('ride', {})).toMatchObject({ drop: { text: '', point: null }, later: false });
});

test('at the next opening the form says that it has the draft which the customer left with Cancel', async () => {
  prefillRide({ pickup: office, drop: market });
  open('/?dialog=create-ride');
  expect(screen.queryByText(unsent)).toBeNull();
  fireEvent.change(screen.getByRole('combobox', { name: 'Drop Location' }), {
    target: { value: 'Khan Market, gate 2' },
  });
  await openAgain();
  expect(screen.getByText(unsent)).toBeTruthy();
});

test("a pickup that the form set to the device's position is no draft, and is set again at the next opening", async () => {
  open();
  await waitFor(() => expect(value('Pickup Location')).toBe('Janpath'));
  fakeDevice({ lat: 28.7, lng: 77.3 });
  answers['GET /geo/reverse'] = () => ({ body: { address: 'Airport', display_name: 'Airport', source: 'geocoder' } });
  fireEvent.keyDown(screen.getByRole('combobox', { name: 'Drop Location' }), { key: 'Escape' });
  await openAgain();
  expect(screen.queryByText(unsent)).toBeNull();
  await waitFor(() => expect(value('Pickup Location')).toBe('Airport'));
  expect(shownMarkers()).toEqual(['me 28.7,77.3', 'pickup 28.7,77.3']);
});

test('errors of an abandoned attempt are not shown when the form opens again', async () => {
  writeDraft('ride', { pickup: office, drop: market, later: true });
  open('/?dialog=create-ride');
  fireEvent.click(screen.getByRole('button', { name: 'Create Ride Request' }));
  expect(await screen.findByText('Please choose a date and time')).toBeTruthy();
  await openAgain();
  expect(screen.queryByText('Please choose a date and time')).toBeNull();
});
