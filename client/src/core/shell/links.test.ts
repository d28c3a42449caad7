import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { type FakeBridge, fakeBridge } from '../../testing/bridge';
import { setToastHost } from '../toast';
import { chooseServer } from './chosen-server';
import { pageOf, startLinks } from './links';

let phone: FakeBridge;
let installed: string[] = [];
let launchedBy: string | undefined;
const toasts: unknown[] = [];

beforeEach(async () => {
  phone = fakeBridge({
    'AppLauncher.openUrl': async ({ url }: { url: string }) => ({
      completed: installed.some((scheme) => url.startsWith(scheme)),
    }),
    'App.getLaunchUrl': async () => launchedBy && { url: launchedBy },
  } as Parameters<typeof fakeBridge>[0]);
  chooseServer('https://boli.example.org');
  setToastHost({ enqueueSnackbar: (text) => toasts.push(text), closeSnackbar: () => {} } as Parameters<
    typeof setToastHost
  >[0]);
  await startLinks();
});
afterEach(() => {
  phone.remove();
  localStorage.clear();
  sessionStorage.clear();
  toasts.length = 0;
  document.body.innerHTML = '';
  window.history.replaceState(null, '', '/');
});

const press = (href: string) => {
  document.body.innerHTML = `<a href="${href}"><span>here</span></a>`;
  const event = new MouseEvent('click', { bubbles: true, cancelable: true });
  document.querySelector('span')?.dispatchEvent(event);
  return event.defaultPrevented;
};
const opened = () =>
  phone.calls
    .filter(({ name }) => name === 'AppLauncher.openUrl')
    .map(({ options }) => Reflect.get(Object(options), 'url'));

describe('a link in the page', () => {
  test.each(['tel:+911234', 'upi://pay?pa=driver@upi', 'https://www.openstreetmap.org/copyright'])(
    'to %s is opened by the phone',
    (href) => {
      installed = ['tel:', 'upi:', 'https:'];
      expect([press(href), opened().at(-1)]).toEqual([true, href]);
    },
  );

  test.each(['/?tab=bookings#', 'blob:https://localhost/1'])('to %s stays in the page', (href) => {
    // jsdom cannot follow it.
    window.addEventListener('click', (event) => event.preventDefault(), { once: true });
    press(href);
    expect(opened()).toEqual([]);
  });

  test('for directions falls back to Google Maps if no app opens geo: links', async () => {
    installed = ['https://www.google.com/maps'];
    press('geo:28.6,77.2?q=28.6,77.2(Home)');
    await waitFor(() => expect(opened().at(-1)).toBe('https://www.google.com/maps/dir/?api=1&destination=28.6,77.2'));
    expect(toasts).toEqual([]);
  });

  test('that no app opens is reported', async () => {
    installed = [];
    press('upi://pay?pa=driver@upi');
    await waitFor(() => expect(toasts).toContain('This phone has no app for this'));
  });
});

describe('a link to the app', () => {
  test.each([
    ['boli://open?booking=1', '/?booking=1'],
    ['boli://auth?reset=abc', '/auth?reset=abc'],
    ['https://boli.example.org/auth?confirm=abc', '/auth?confirm=abc'],
    ['https://boli.example.org//x?booking=1', '/?booking=1'],
    ['https://boli.example.org/admin', '/'],
    ['https://evil.example.org/auth?reset=abc', null],
    ['javascript:alert(1)', null],
    ['', null],
  ])('with the URL "%s" shows the page %s', (url, page) => expect(pageOf(url)).toBe(page));

  test('that arrives while the app runs is shown as a new entry of the history', () => {
    let received = 0;
    window.addEventListener('popstate', () => (received += 1), { once: true });
    phone.emit('appUrlOpen', { url: 'boli://open?tab=bookings' });
    expect([window.location.search, window.history.state, received]).toEqual(['?tab=bookings', { idx: 1 }, 1]);
  });

  test('that started the app is shown once, not again after a reload', async () => {
    sessionStorage.clear();
    launchedBy = 'boli://open?booking=7';
    await startLinks();
    expect(window.location.search).toBe('?booking=7');
    window.history.replaceState(null, '', '/');
    await startLinks();
    expect(window.location.search).toBe('');
  });

  test('that started the app is not shown again when the phone reports it once more, but is shown when the user opens it again', async () => {
    sessionStorage.clear();
    launchedBy = 'boli://open?booking=7';
    await startLinks();
    window.history.replaceState(null, '', '/');
    phone.emit('appUrlOpen', { url: launchedBy });
    expect(window.location.search).toBe('');
    phone.emit('appUrlOpen', { url: launchedBy });
    expect(window.location.search).toBe('?booking=7');
  });

  test('that arrives while the app runs is shown even if the link that started the app cannot be read', async () => {
    sessionStorage.clear();
    phone.remove();
    phone = fakeBridge({ 'App.getLaunchUrl': () => Promise.reject(new Error('no')) });
    await expect(startLinks()).rejects.toThrow('no');
    phone.emit('appUrlOpen', { url: 'boli://open?booking=8' });
    expect(window.location.search).toBe('?booking=8');
  });
});
