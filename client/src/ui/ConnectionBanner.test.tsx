import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import { getSocket, useConnection } from '../core/socket';
import { formatClock } from '../core/time';
import { renderPart } from '../testing/render';
import { ConnectionBanner } from './ConnectionBanner';

const SYNCED = Date.parse('2026-11-21T04:14:00.000Z');
const PUSHED = Date.parse('2026-11-21T04:18:00.000Z');
const before = useConnection.getState();
const position = { booking_id: 'b', lat: 28, lng: 77, heading: null, speed: null, recorded_at: '', seq: 1 };

beforeEach(() => {
  jest.useFakeTimers({ now: PUSHED });
  useConnection.setState({ connected: true, downSince: null, lastFresh: SYNCED });
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
  jest.restoreAllMocks();
  useConnection.setState(before, true);
});
const words = () => screen.getByRole('status').textContent;
const push = () => {
  for (const listener of getSocket().listenersAny()) listener('booking:location', position);
};

test('the banner appears as soon as the network is lost and disappears as soon as it is back', () => {
  renderPart(<ConnectionBanner />);
  expect(words()).toBe('');
  const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(words()).toContain('Reconnecting');
  onLine.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(words()).toBe('');
});

test('the time in the banner is never older than the last push', () => {
  renderPart(<ConnectionBanner />);
  act(push);
  act(() => useConnection.setState({ connected: false, downSince: PUSHED }));
  act(() => jest.advanceTimersByTime(2_000));
  expect(words()).toBe(`Reconnecting… showing data from ${formatClock(PUSHED)}`);
});

test('data that are a minute old or older are shown with their age, which is not announced', () => {
  renderPart(<ConnectionBanner />);
  act(() => useConnection.setState({ connected: false, downSince: PUSHED, lastFresh: PUSHED, lastPush: null }));
  act(() => jest.advanceTimersByTime(45_000));
  expect(words()).toBe(`Reconnecting… showing data from ${formatClock(PUSHED)}`);
  act(() => jest.advanceTimersByTime(5 * 60_000));
  expect(words()).toBe(`Reconnecting… showing data from ${formatClock(PUSHED)} · 5 min ago`);
  expect(screen.getByText('5 min ago').closest('[aria-live="off"]')).not.toBeNull();
});
