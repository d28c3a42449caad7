import type { Point } from '@boli/shared/core/fields';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { fakeDevice } from '../../testing/device';
import { LazyMap, shownMap, shownMarkers } from '../../testing/map';
import { type Answer, fakeServer } from '../../testing/server';
import { prefillRide } from './prefill';

jest.unstable_mockModule('../../ui/LazyMap', () => ({ LazyMap }));
const { openCreateRide } = await import('../../testing/create-ride');
const { CreateRideDialog } = await import('./CreateRideDialog');

const tapped = { lat: 28.63, lng: 77.22 };
const office = { text: 'Nehru Place', point: { lat: 28.55, lng: 77.25 }, foundWords: 'Nehru Place' };
const market = { text: 'Khan Market', point: { lat: 28.6, lng: 77.23 }, foundWords: 'Khan Market' };
const named = (address: string): Answer => ({ body: { address, display_name: address, source: 'geocoder' } });

let answers: Record<string, () => Answer>;

beforeEach(() => {
  fakeDevice('denied');
  answers = { 'GET /geo/reverse': () => named('Temple Road') };
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

function open(onClose = () => undefined) {
  const server = fakeServer(answers);
  openCreateRide(CreateRideDialog, { onClose });
  return server;
}
const drop = () => screen.getByLabelText<HTMLInputElement>('Drop Location');
const write = (value: string) => {
  fireEvent.change(drop(), { target: { value } });
  fireEvent.blur(drop());
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const tap = (point: Point) => act(() => shownMap.props?.onPick?.(point));
const pickDrop = () => {
  press('Pick drop on map');
  tap(tapped);
};

describe('choosing on the map', () => {
  test('sets the drop, by the button, to the point under the pin in the middle, and fills in the address of that point', async () => {
    prefillRide({ pickup: office, drop: market });
    const { requests } = open();
    press('Pick drop on map');
    // The pin that is being placed is not shown at its former point.
    expect(shownMarkers()).toEqual(['pickup 28.55,77.25']);
    expect(shownMap.props).toMatchObject({ aim: 'drop', zoom: 16, center: market.point });
    press('Set drop here');
    expect(shownMap.props?.aim).toBeUndefined();
    expect(shownMarkers()).toContain('drop 28.6,77.23');
    await waitFor(() => expect(drop().value).toBe('Temple Road'));
    expect(requests.find(({ path }) => path === '/geo/reverse')?.query).toBe('?lat=28.6&lng=77.23');
  });

  test('ends with Back, which leaves the form open', () => {
    let closed = 0;
    open(() => {
      closed += 1;
    });
    press('Pick drop on map');
    press('Back');
    expect(screen.queryByRole('button', { name: 'Set drop here' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Pick drop on map' })).toBeTruthy();
    expect(closed).toBe(0);
  });
});

describe('a text that a chosen point has replaced', () => {
  test('is restored by one press; a typed text then names the new point', async () => {
    open();
    write('Behind the temple');
    pickDrop();
    expect(await screen.findByText('“Behind the temple” was replaced by the address found there.')).toBeTruthy();
    expect(drop().value).toBe('Temple Road');
    press('Undo');
    expect(drop().value).toBe('Behind the temple');
    expect(shownMarkers()).toEqual(['drop 28.63,77.22']);
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  test('is restored together with its former point if it was the address of that point', async () => {
    prefillRide({ pickup: office, drop: market });
    open();
    pickDrop();
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(drop().value).toBe('Khan Market');
    expect(shownMarkers()).toContain('drop 28.6,77.23');
  });

  test('is restored by a press if the address lookup fails; the note is removed when the customer types', async () => {
    answers['GET /geo/reverse'] = () => ({ status: 500 });
    open();
    write('Behind the temple');
    pickDrop();
    expect(
      await screen.findByText('No address was found there, so “Behind the temple” was replaced by coordinates.'),
    ).toBeTruthy();
    expect(drop().value).toBe('28.630000, 77.220000');
    press('Keep my words');
    expect(drop().value).toBe('Behind the temple');
    expect(shownMarkers()).toEqual(['drop 28.63,77.22']);

    pickDrop();
    await screen.findByRole('button', { name: 'Keep my words' });
    write('Behind the school');
    expect(screen.queryByRole('button', { name: 'Keep my words' })).toBeNull();
  });

  test('can be restored if the house number in it is missing from the chosen address', async () => {
    const street = { id: 'W1', name: 'Green Park', detail: 'Rampur', kind: 'street', lat: 28.56, lng: 77.2 };
    answers['GET /geo/search'] = () => ({ body: { places: [street] } });
    open();
    fireEvent.change(drop(), { target: { value: 'B-14, Green Park' } });
    fireEvent.click(await screen.findByRole('option', { name: /^Green Park/ }));
    expect(drop().value).toBe('Green Park, Rampur');
    expect(screen.getByText('The house number in “B-14, Green Park” is not in this address.')).toBeTruthy();
    press('Keep my words');
    expect(drop().value).toBe('B-14, Green Park');
    expect(shownMarkers()).toEqual(['drop 28.56,77.2']);
  });
});
