import { allEndpoints } from '@boli/shared/endpoints';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Router } from 'express';
import { route } from '../core/route';
import { startTestApp, type TestApp } from '../testing/app';
import { type MountRoutes, routes } from './http';
import { mountRoutes, type Wiring, WiringError, wiring, wiringErrors } from './wire';

/** The object without the value at the path. */
function without(given: object, [key, ...rest]: readonly string[]): Record<string, unknown> {
  const entries = Object.entries(given).filter(([name]) => rest.length > 0 || name !== key);
  return Object.fromEntries(entries.map(([name, value]) => [name, name === key ? without(value, rest) : value]));
}

// The paths of everything that is registered: of the parts' entries, and of the entries of listeners and reconcilers.
const parts = Object.entries<object>(wiring);
const registrations = parts.flatMap(([part, byName]) => Object.keys(byName).map((name) => [part, name]));
const nested = [
  ...Object.entries(wiring.listeners).flatMap(([event, of]) =>
    Object.keys(of).map((name) => ['listeners', event, name]),
  ),
  ...Object.entries(wiring.reconcilers).flatMap(([name, { implementation }]) =>
    Object.keys(implementation).map((step) => ['reconcilers', name, 'implementation', step]),
  ),
];
const wiringWithout = (path: readonly string[]): Wiring => ({ ...wiring, ...without(wiring, path) });

test('every declared part has an implementation', () => {
  expect(wiringErrors(wiring)).toEqual([]);
  expect(registrations.length + nested.length).toBeGreaterThan(70);
});

test.each([...registrations, ...nested].map((path) => [path.join(' → '), path] as const))(
  'without %s the start prints what is missing',
  (_name, path) => {
    const name = path.at(-1) ?? '';
    expect(wiringErrors(wiringWithout(path))).toContainEqual(
      expect.stringMatching(new RegExp(`^The .*\\b${name} is declared and has no implementation\\.$`)),
    );
  },
);

test('an implementation without a declaration is named', () => {
  const more = { ...wiring, commands: { ...wiring.commands, 'ride:cancel': async () => ({}) } };
  expect(wiringErrors(more)).toEqual(['The message ride:cancel is implemented and not declared.']);
});

describe('the registered routes', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  const messageOf = (mounts: readonly MountRoutes[]) => {
    try {
      mountRoutes(Router(), mounts);
      return '';
    } catch (error) {
      if (error instanceof WiringError) return error.message;
      throw error;
    }
  };

  test('are complete', () => {
    expect(messageOf(routes)).toBe('');
  });

  test.each(routes.map((_, at) => at))(
    'without entry %d of their list stop the start with the names of the missing endpoints',
    (at) => {
      const left = routes.filter((_, other) => other !== at);
      expect(messageOf(left)).toMatch(
        /^The endpoint (GET|POST|PUT|PATCH|DELETE) \/\S+ is declared and has no implementation\.$/m,
      );
    },
  );

  test('that are mounted twice stop the start too', () => {
    expect(messageOf([...routes, ...routes.slice(1, 2)])).toContain('The endpoint GET /config has 2 implementations.');
  });

  test('that nobody has declared stop the start too', () => {
    const shape = allEndpoints.find(({ path }) => path === '/config');
    if (!shape) throw new Error('no such endpoint');
    const undeclared: MountRoutes = (router) =>
      route(router, { ...shape, path: '/elsewhere', reply: null }, async () => undefined);
    expect(messageOf([...routes, undeclared])).toContain('GET /elsewhere is implemented and not declared.');
  });
});
