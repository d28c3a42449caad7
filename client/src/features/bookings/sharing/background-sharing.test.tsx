import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { setBackgroundSharing } from '../../../core/background';
import { withDevice } from '../../../core/device-store';
import { signIn, signOut } from '../../../core/session';
import { shareInBackground } from '../../../core/shell/background';
import { aBooking } from '../../../testing/booking.builder';
import { type FakeBridge, fakeBridge } from '../../../testing/bridge';
import { type FakeDevice, fakeDevice } from '../../../testing/device';
import { renderPart } from '../../../testing/render';
import { type Answer, fakeServer } from '../../../testing/server';
import { SeesYou } from '../trip/SeesYou';
import { useLocationSharing } from './use-location-sharing';

type Listener = (position: object | null, error?: object) => void;

const booking = aBooking({ status: 'in_progress' });
const path = `/bookings/${booking.id}`;
const START = Date.now() - 60_000;
const at = (second: number) => new Date(START + second * 1_000).toISOString();
/** A position as the phone's service reports it; the service itself also posts it to the server. */
const posted = (second: number, more: object = {}) => ({
  ...{ latitude: 28 + second / 1_000, longitude: 77, accuracy: 5, altitude: null, altitudeAccuracy: null },
  ...{ simulated: false, bearing: null, speed: 8, time: START + second * 1_000, ...more },
});
const point = (second: number) => ({ lat: 28 + second / 1_000, lng: 77, accuracy: 5, recorded_at: at(second) });

let phone: FakeBridge;
let device: FakeDevice;
let listeners: Listener[];
let network: 'on' | 'off';
let tracks: unknown[];
const unlessOff = (answer: () => Answer) => (network === 'off' ? { lost: true } : answer());
const kept = () => withDevice('1', (db) => db.count('trail'));

function setHidden(isHidden: boolean): void {
  Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden });
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

function Ride() {
  useLocationSharing(booking.id, true, 0);
  return <SeesYou booking={booking} />;
}

async function drive(): Promise<Listener> {
  renderPart(<Ride />);
  await waitFor(() => expect(listeners).toHaveLength(1));
  await screen.findByText('Asha Verma sees where you are');
  return (position, error) => act(() => listeners[0]?.(position, error));
}

beforeEach(() => {
  const user = { id: '1', name: 'Ravi', email: 'r@example.in', role: 'driver' as const, phone: null };
  signIn({ access_token: 't', token_type: 'bearer', user });
  [listeners, tracks, network] = [[], [], 'on'];
  device = fakeDevice();
  phone = fakeBridge({
    'BackgroundGeolocation.start': (_options: never, listener: Listener) => listeners.push(listener),
  });
  setBackgroundSharing(shareInBackground);
  fakeServer({
    [`POST ${path}/position-token`]: () => ({ body: { token: 't', expires_at: at(0) } }),
    [`PUT ${path}/location`]: () => unlessOff(() => ({ body: { success: true, live: true, reason: null } })),
    [`GET ${path}`]: () => unlessOff(() => ({ body: booking })),
    [`POST ${path}/track`]: (body) =>
      unlessOff(() => {
        tracks.push(body);
        return { body: { stored: 1 } };
      }),
  });
});
afterEach(async () => {
  cleanup();
  Reflect.deleteProperty(document, 'hidden');
  setBackgroundSharing(() => () => {});
  await waitFor(() => expect(phone.names().at(-1)).toBe('BackgroundGeolocation.stop'));
  phone.remove();
  await withDevice('1', (db) => db.clear('trail'));
  signOut();
});

test('positions that the phone could not post with the screen off are sent when the page is visible and online again', async () => {
  const report = await drive();
  setHidden(true);
  network = 'off';
  for (const second of [1, 3, 5]) report(posted(second));
  await waitFor(async () => expect(await kept()).toBe(3));
  setHidden(false);
  network = 'on';
  act(() => device.move({ lat: 28.63, lng: 77.21 }));
  await waitFor(() => expect(tracks).toEqual([{ points: [1, 3, 5].map(point) }]), { timeout: 5_000 });
  await waitFor(async () => expect(await kept()).toBe(0));
});

test('positions that the phone posted with the screen off are sent again by the visible page, because no answer is reported', async () => {
  const report = await drive();
  setHidden(true);
  for (const second of [1, 3]) report(posted(second));
  await waitFor(async () => expect(await kept()).toBe(2));
  setHidden(false);
  await waitFor(() => expect(tracks).toEqual([{ points: [1, 3].map(point) }]));
});

test('a visible page sends each position itself, and does not store those that the phone reports', async () => {
  const report = await drive();
  report(posted(1));
  setHidden(true);
  report(posted(3));
  await waitFor(async () => expect(await kept()).toBe(1));
  setHidden(false);
  await waitFor(() => expect(tracks).toEqual([{ points: [point(3)] }]));
});

test('a note says that the phone refuses to share with the screen off, until the phone reports a position', async () => {
  const report = await drive();
  report(null, { code: 'NOT_AUTHORIZED', message: 'User denied location permission' });
  await screen.findByText(/^Asha Verma sees you only while this screen is open/);
  report(posted(1));
  await screen.findByText('Asha Verma sees where you are');
});
