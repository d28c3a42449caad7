import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, expect, type Page } from '@playwright/test';
import { type Person, person } from './people';

const root = fileURLToPath(new URL('../..', import.meta.url));
const assets = join(root, 'native/android/app/src/main/assets/public');

/** The origin of pages in the Android shell. */
export const SHELL_ORIGIN = 'https://localhost';

/** A call of a plugin's method, such as `App.minimizeApp`, with its options. */
interface PluginCall {
  name: string;
  options: Record<string, unknown>;
}

/** Creates the native projects, whose web files the tests open. Throws the output of the script if it fails. */
export function makeProjects(): void {
  const { status, stderr } = spawnSync(process.execPath, ['native/sync.mjs'], {
    cwd: root,
    env: { ...process.env, BOLI_SERVER: '', BOLI_GOOGLE_SERVICES: '', BOLI_APNS: '' },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
}

/**
 * Puts the plugins into the page, as the native side does, without `@capacitor/core`. Calls are recorded, but not
 * those of `App.addListener` and of the three methods of `Geolocation` that use the browser's positions.
 */
function putBridge(): void {
  const calls: PluginCall[] = [];
  const listeners: Record<string, (event: unknown) => void> = {};
  const device = navigator.geolocation;
  const plain = ({ timestamp, coords }: GeolocationPosition) => {
    const { latitude, longitude, accuracy, altitude, altitudeAccuracy, heading, speed } = coords;
    return { timestamp, coords: { latitude, longitude, accuracy, altitude, altitudeAccuracy, heading, speed } };
  };
  const noted =
    (plugin: string, answers: Record<string, unknown> = {}) =>
    (_: object, method: string) =>
    async (options: Record<string, unknown> = {}) => {
      calls.push({ name: `${plugin}.${method}`, options });
      return answers[method];
    };
  const plugin = (name: string, own: object, answers?: Record<string, unknown>) =>
    new Proxy(own, { get: (target, key) => Reflect.get(target, key) ?? noted(name, answers)(target, String(key)) });
  const Plugins = {
    App: plugin('App', {
      addListener: (event: string, listener: (given: unknown) => void) => {
        listeners[event] = listener;
        return { remove: async () => undefined };
      },
    }),
    AppLauncher: plugin('AppLauncher', {}, { openUrl: { completed: true } }),
    BackgroundGeolocation: plugin('BackgroundGeolocation', {}),
    Geolocation: plugin(
      'Geolocation',
      {
        getCurrentPosition: (options: PositionOptions) =>
          new Promise((resolve, reject) => device.getCurrentPosition((at) => resolve(plain(at)), reject, options)),
        watchPosition: (options: PositionOptions, listener: (at: unknown, error?: unknown) => void) =>
          String(
            device.watchPosition(
              (at) => listener(plain(at)),
              (error) => listener(null, error),
              options,
            ),
          ),
        clearWatch: async ({ id }: { id: string }) => device.clearWatch(Number(id)),
      },
      { checkPermissions: { location: 'granted' } },
    ),
    Haptics: plugin('Haptics', {}),
    Share: plugin('Share', {}),
    SplashScreen: plugin('SplashScreen', {}),
    SystemBars: plugin('SystemBars', {}),
  };
  Object.assign(window, { Capacitor: { getPlatform: () => 'android', Plugins }, native: { calls, listeners } });
}

/** A person who opens the app in the shell; the app has no built-in server URL. */
export async function inShell(browser: Browser, options: { name: string; at?: Person['at'] }): Promise<Person> {
  const who = await person(browser, { url: SHELL_ORIGIN, ...options });
  // Unlike a phone's web view, Chromium asks for permission before a page may connect to its own machine.
  await who.context.grantPermissions(['geolocation', 'local-network-access']);
  await who.context.addInitScript(putBridge);
  // As in the shell, a path without an extension returns index.html, and only the app's own files exist.
  await who.context.route(`${SHELL_ORIGIN}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    const file = join(assets, /\.\w+$/.test(pathname) ? pathname : 'index.html');
    return existsSync(file) && !/^\/(api|socket\.io|map)\//.test(pathname)
      ? route.fulfill({ path: file })
      : route.fulfill({ status: 500, body: `${pathname} is no file of the app` });
  });
  return who;
}

/** Chooses the server on the first screen of the shell. */
export async function chooseServer({ page }: Person, url: string): Promise<void> {
  await page.goto('/');
  await page.getByLabel('Address of the server').fill(url);
  await page.getByRole('button', { name: 'Connect' }).click();
  await expect(page.getByRole('tab', { name: 'Register' })).toBeVisible();
}

/** The options of each call of a plugin's method since the page was loaded, such as `AppLauncher.openUrl`. */
export const callsOf = (page: Page, name: string): Promise<Record<string, unknown>[]> =>
  page.evaluate((wanted) => {
    const { calls }: { calls: PluginCall[] } = Reflect.get(window, 'native');
    return calls.filter((call) => call.name === wanted).map(({ options }) => options);
  }, name);

/** The last recorded call of a plugin, as `App.minimizeApp`; undefined if there is none. */
export const lastCallOf = (page: Page, plugin: string): Promise<string | undefined> =>
  page.evaluate((wanted) => {
    const { calls }: { calls: PluginCall[] } = Reflect.get(window, 'native');
    return calls.filter(({ name }) => name.startsWith(`${wanted}.`)).at(-1)?.name;
  }, plugin);

/** Passes an event of the native side, such as `backButton`, to the app's listener. */
export const emit = (page: Page, event: string, given: object = {}): Promise<void> =>
  page.evaluate(
    ([name, content]) => {
      const { listeners } = Reflect.get(window, 'native');
      listeners[name](content);
    },
    [event, given] as const,
  );
