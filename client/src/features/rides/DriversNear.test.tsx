import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { fakeDevice } from '../../testing/device';
import { LazyMap } from '../../testing/map';
import { renderPart } from '../../testing/render';
import { aRide } from '../../testing/ride.builder';
import { type Answer, fakeServer } from '../../testing/server';
import { WaitingForQuotes } from './quotes/WaitingForQuotes';

jest.unstable_mockModule('../../ui/LazyMap', () => ({ LazyMap }));
const { openCreateRide } = await import('../../testing/create-ride');
const { CreateRideDialog } = await import('./CreateRideDialog');

const MINUTE_MS = 60_000;
let answer: Answer;
let server: ReturnType<typeof fakeServer>;
let warn: ReturnType<typeof jest.spyOn>;

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const counts = (count: number): Answer => ({ body: { count, radius_km: 3 } });
const asked = () => server.requests.filter(({ path }) => path === '/drivers/near').map(({ query }) => query);
const line = () => screen.queryByText(/driver.* near the pickup/i)?.textContent ?? null;
/** Types a place and leaves the field, whose list covers the form. */
const choose = (label: string, value: string) => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
  fireEvent.blur(screen.getByLabelText(label));
};
const isVisible = (state: 'visible' | 'hidden') => {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
};
const setNetwork = (is: boolean) => {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => is });
  act(() => void window.dispatchEvent(new Event(is ? 'online' : 'offline')));
};

beforeEach(() => {
  jest.useFakeTimers();
  fakeDevice('denied');
  warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  answer = counts(3);
  server = fakeServer({ 'GET /drivers/near': () => answer });
});
afterEach(() => {
  cleanup();
  isVisible('visible');
  setNetwork(true);
  sessionStorage.clear();
  warn.mockRestore();
  jest.useRealTimers();
});

describe('the form of a request', () => {
  test('shows how many drivers are near once the pickup is chosen, and requests the number again for another pickup', async () => {
    openCreateRide(CreateRideDialog);
    await pass(MINUTE_MS);
    expect([asked(), line()]).toEqual([[], null]);
    choose('Pickup Location', '28.6139, 77.209');
    expect(line()).toBeNull();
    await pass(1_000);
    expect(line()).toBe('3 drivers near the pickup');
    answer = counts(1);
    choose('Pickup Location', '28.7, 77.209');
    expect(line()).toBeNull();
    await pass(1_000);
    expect(line()).toBe('1 driver near the pickup');
    expect(asked()).toEqual(['?lat=28.614&lng=77.209', '?lat=28.700&lng=77.209']);
  });

  test('shows no drivers for a scheduled ride', async () => {
    openCreateRide(CreateRideDialog);
    choose('Pickup Location', '28.6139, 77.209');
    await pass(1_000);
    expect(line()).not.toBeNull();
    fireEvent.click(screen.getByRole('switch', { name: 'Schedule for later' }));
    expect(line()).toBeNull();
    await pass(2 * MINUTE_MS);
    expect([asked().length, line()]).toEqual([1, null]);
  });
});

describe('while a request waits for quotes', () => {
  const wait = (more: Parameters<typeof aRide>[0] = {}) =>
    renderPart(<WaitingForQuotes ride={aRide(more)} isReopened={false} outlook={null} />);

  test('the drivers near are shown, read again every minute while the page is visible', async () => {
    answer = counts(10);
    wait();
    await pass(1_000);
    expect(line()).toBe('10 or more drivers near the pickup');
    answer = counts(0);
    await pass(50_000);
    expect(asked()).toHaveLength(1);
    isVisible('hidden');
    await pass(5 * MINUTE_MS);
    expect(asked()).toHaveLength(1);
    isVisible('visible');
    await pass(0);
    expect(line()).toBe('No driver is online near the pickup right now');
    await pass(71_000);
    expect(asked()).toHaveLength(3);
  });

  test('no drivers are shown or requested without a network', async () => {
    wait();
    await pass(1_000);
    setNetwork(false);
    expect(line()).toBeNull();
    await pass(5 * MINUTE_MS);
    expect(asked()).toHaveLength(1);
    setNetwork(true);
    await pass(1_000);
    expect(line()).toBe('3 drivers near the pickup');
  });

  test('a failed request is logged, and neither drivers nor an error are shown', async () => {
    wait();
    await pass(1_000);
    answer = { status: 500, body: { detail: 'Something went wrong' } };
    await pass(71_000);
    expect(asked()).toHaveLength(2);
    expect(line()).toBeNull();
    expect(screen.queryByText('Something went wrong')).toBeNull();
    expect(warn).toHaveBeenCalledWith('counting the drivers near the pickup failed', expect.anything());
  });

  test('no drivers are shown for a scheduled ride', async () => {
    wait({ is_scheduled: true, scheduled_time: new Date(Date.now() + 60 * MINUTE_MS).toISOString() });
    await pass(2 * MINUTE_MS);
    expect([asked(), line()]).toEqual([[], null]);
  });
});
