import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { dismissInstall, install, startInstall, useInstall } from './install';

const DAY_MS = 24 * 3_600_000;
const way = () => useInstall.getState().way;
let stop = () => {};
let asked = 0;

/** Dispatches the event that Chromium sends to a page that may be installed. */
function offer(outcome: 'accepted' | 'dismissed' = 'accepted'): Event {
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt: async () => {
      asked += 1;
    },
    userChoice: Promise.resolve({ outcome }),
  });
  window.dispatchEvent(event);
  return event;
}

function device(userAgent: string, more: object = {}): void {
  for (const [name, value] of Object.entries({ userAgent, maxTouchPoints: 0, standalone: false, ...more })) {
    Object.defineProperty(navigator, name, { configurable: true, value });
  }
}

const begin = () => {
  stop();
  useInstall.setState({ way: null });
  stop = startInstall();
};

beforeEach(() => {
  localStorage.clear();
  asked = 0;
  device('Mozilla/5.0 (Linux; Android 16) Chrome/156');
  begin();
});
afterEach(() => {
  stop();
  jest.useRealTimers();
});

test("the install banner is offered when the browser allows it, instead of the browser's own bar", async () => {
  expect(way()).toBeNull();
  expect(offer().defaultPrevented).toBe(true);
  expect(way()).toBe('prompt');
  await install();
  expect([asked, way()]).toEqual([1, null]);
  begin();
  offer();
  expect(way()).toBe('prompt');
});

test("'Not Now' lasts for seven days, then the stored dismissal is deleted", () => {
  jest.useFakeTimers({ now: Date.parse('2026-11-01T10:00:00Z') });
  offer();
  dismissInstall();
  expect(way()).toBeNull();
  for (const [days, expected] of [
    [6.99, null],
    [7, 'prompt'],
  ] as const) {
    jest.setSystemTime(Date.parse('2026-11-01T10:00:00Z') + days * DAY_MS);
    begin();
    offer();
    expect([days, way()]).toEqual([days, expected]);
  }
  expect(localStorage.length).toBe(0);
});

test("a dismissal of the browser's own dialog counts as 'Not Now'", async () => {
  offer('dismissed');
  await install();
  begin();
  offer();
  expect(way()).toBeNull();
});

test('iPhones and iPads get instructions; Macs do not', () => {
  const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1';
  for (const [agent, touch, expected] of [
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/604.1', 5, 'ios'],
    [mac, 5, 'ios'],
    [mac, 0, null],
  ] as const) {
    device(agent, { maxTouchPoints: touch });
    begin();
    expect(way()).toBe(expected);
  }
});

test('nothing is offered in the installed app, nor on a page from which it was installed', () => {
  device('Mozilla/5.0 (iPhone) Safari/604.1', { standalone: true });
  begin();
  expect(way()).toBeNull();
  device('Mozilla/5.0 (Linux; Android 16) Chrome/156');
  const { matchMedia } = window;
  window.matchMedia = (query) => ({ ...matchMedia(query), matches: query === '(display-mode: standalone)' });
  begin();
  offer();
  expect(way()).toBeNull();
  window.matchMedia = matchMedia;
  begin();
  offer();
  window.dispatchEvent(new Event('appinstalled'));
  expect(way()).toBeNull();
});
