import type { Replay } from '@boli/shared/bookings/replay.schema';
import { encodePolyline } from '@boli/shared/geo/polyline';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { LazyMap, shownMap, shownMarkers } from '../../../testing/map';
import { renderPart } from '../../../testing/render';
import { fakeServer } from '../../../testing/server';
import { clockText, placeAt } from './trip';

jest.unstable_mockModule('../../../ui/LazyMap', () => ({ LazyMap }));
const { ReplayDialog } = await import('./ReplayDialog');

const id = '0b0f2b52-6e55-4bd5-9f6e-1d1f3f0f4a02';
const pickup = { lat: 28.6, lng: 77.2 };
const drop = { lat: 28.61, lng: 77.2 };
const road = [pickup, { lat: 28.605, lng: 77.205 }, drop];

const replay: Replay = {
  started_at: '2026-11-12T04:20:00.000Z',
  duration_s: 600,
  pickup,
  drop,
  planned: null,
  points: [
    { ...pickup, at_s: 0 },
    { lat: 28.605, lng: 77.2, at_s: 300 },
    { ...drop, at_s: 600 },
  ],
  lines: [encodePolyline(road)],
  driven: { distance_km: 7.42, duration_min: 10, source: 'matched' },
  events: [
    { kind: 'accepted', at: '2026-11-12T04:11:00.000Z', at_s: -540, by: 'driver', name: 'Kabir Khan' },
    { kind: 'started', at: '2026-11-12T04:20:00.000Z', at_s: 0, by: 'driver', name: 'Kabir Khan' },
    { kind: 'completed', at: '2026-11-12T04:30:00.000Z', at_s: 600, by: 'driver', name: 'Kabir Khan' },
  ],
};

let still = false;
const originalMatchMedia = window.matchMedia;
beforeEach(() => {
  still = false;
  window.matchMedia = (query) => ({
    ...originalMatchMedia(query),
    matches: query.includes('reduced-motion') ? still : originalMatchMedia(query).matches,
  });
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
  window.matchMedia = originalMatchMedia;
});

async function open(over: Partial<Replay> = {}) {
  fakeServer({ [`GET /bookings/${id}/replay`]: () => ({ body: { ...replay, ...over } }) });
  renderPart(<ReplayDialog bookingId={id} opened onClose={() => undefined} />);
  await screen.findByText('Events');
}
const slider = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Time of the trip' });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const car = () => shownMarkers().at(-1);
const pass = (milliseconds: number) => act(async () => jest.advanceTimersByTime(milliseconds));

describe('the replay of a trip', () => {
  test('shows the planned and the driven route, and each event with who caused it', async () => {
    await open();
    expect(screen.getByText('Driven 7.4 km in 10 min')).toBeTruthy();
    expect(screen.getByText('Along the roads')).toBeTruthy();
    expect(shownMap.props?.line).toEqual([pickup, drop]);
    expect(shownMap.props?.driven).toEqual(road);
    expect(shownMarkers()).toEqual(['pickup 28.6,77.2', 'drop 28.61,77.2', 'driver 28.6,77.2']);
    for (const words of ['Accepted by Kabir Khan', 'Started by Kabir Khan', 'Completed by Kabir Khan'])
      expect(screen.getByText(words)).toBeTruthy();
  });

  test('can be moved by pointer, by keys, and by its events', async () => {
    await open();
    fireEvent.change(slider(), { target: { value: '150' } });
    expect(car()).toBe('driver 28.6025,77.2');
    expect(slider().getAttribute('aria-valuetext')).toBe('2:30 of 10:00');
    fireEvent.keyDown(slider(), { key: 'ArrowRight' });
    expect(slider().getAttribute('aria-valuetext')).toBe('2:36 of 10:00');
    fireEvent.keyDown(slider(), { key: 'ArrowLeft' });
    fireEvent.keyDown(slider(), { key: 'ArrowLeft' });
    expect(slider().getAttribute('aria-valuetext')).toBe('2:24 of 10:00');
    fireEvent.click(screen.getByText('Completed by Kabir Khan'));
    expect(car()).toBe('driver 28.61,77.2');
    fireEvent.keyDown(slider(), { key: 'ArrowRight' });
    expect(slider().getAttribute('aria-valuetext')).toBe('10:00 of 10:00');
    // Events from before the start cannot be pressed.
    expect(screen.getAllByRole('button', { name: /Kabir Khan/ })).toHaveLength(2);
  });

  test('plays at a chosen speed, pauses, stops at the end, and starts again', async () => {
    await open();
    jest.useFakeTimers();
    press('Play');
    await pass(1_000);
    expect(slider().getAttribute('aria-valuetext')).toBe('0:30 of 10:00');
    press('Pause');
    await pass(5_000);
    expect(slider().getAttribute('aria-valuetext')).toBe('0:30 of 10:00');
    fireEvent.click(screen.getByRole('radio', { name: '60×' }));
    press('Play');
    await pass(20_000);
    expect(slider().getAttribute('aria-valuetext')).toBe('10:00 of 10:00');
    press('Play');
    expect(slider().getAttribute('aria-valuetext')).toBe('0:00 of 10:00');
    await pass(1_000);
    expect(slider().getAttribute('aria-valuetext')).toBe('1:00 of 10:00');
  });

  test('moves once a second with reduced motion', async () => {
    still = true;
    await open();
    jest.useFakeTimers();
    press('Play');
    await pass(900);
    expect(slider().getAttribute('aria-valuetext')).toBe('0:00 of 10:00');
    await pass(100);
    expect(slider().getAttribute('aria-valuetext')).toBe('0:30 of 10:00');
  });

  test('without roads draws the recorded positions, and says so', async () => {
    await open({ lines: [], driven: { distance_km: 1.1, duration_min: 10, source: 'recorded' } });
    expect(screen.getByText('Recorded by GPS, not matched to roads')).toBeTruthy();
    expect(shownMap.props?.driven).toEqual(replay.points.map(({ lat, lng }) => ({ lat, lng })));
  });

  test('shows the planned route along the road if the road is known', async () => {
    await open({ planned: encodePolyline(road) });
    expect(shownMap.props?.line).toEqual(road);
  });

  test('without positions shows only the events', async () => {
    await open({ points: [], lines: [], driven: null });
    expect(screen.getByText('No positions were recorded on this trip')).toBeTruthy();
    expect(screen.getByText('Started by Kabir Khan')).toBeTruthy();
    expect(screen.queryByRole('slider')).toBeNull();
    expect(screen.queryByRole('button', { name: /Kabir Khan/ })).toBeNull();
  });

  test('can be read again after a failure', async () => {
    fakeServer({ [`GET /bookings/${id}/replay`]: () => ({ lost: true }) });
    renderPart(<ReplayDialog bookingId={id} opened onClose={() => undefined} />);
    await screen.findByRole('button', { name: 'Try again' });
    fakeServer({ [`GET /bookings/${id}/replay`]: () => ({ body: replay }) });
    press('Try again');
    expect(await screen.findByText('Events')).toBeTruthy();
  });
});

test('the car is at the first point until the time of that point, at the last point from its time on; without points there is no car', () => {
  const { points } = replay;
  expect(placeAt(points, -5)).toMatchObject(pickup);
  expect(placeAt(points, 900)).toMatchObject(drop);
  expect(placeAt([], 5)).toBeNull();
  expect(
    placeAt(
      [
        { ...pickup, at_s: 3 },
        { ...drop, at_s: 3 },
      ],
      3,
    ),
  ).toMatchObject(pickup);
});

test('times are shown as minutes and seconds, and with hours from one hour on', () => {
  expect([0, 59.6, 245, 3_845, -3].map(clockText)).toEqual(['0:00', '1:00', '4:05', '1:04:05', '0:00']);
});
