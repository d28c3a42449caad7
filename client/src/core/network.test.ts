import { afterEach, expect, test } from '@jest/globals';
import { savesData } from './network';

const connect = (connection: unknown) =>
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true });

afterEach(() => {
  Reflect.deleteProperty(navigator, 'connection');
});

test.each([
  [{ saveData: true, effectiveType: '4g' }, true],
  [{ saveData: false, effectiveType: '2g' }, true],
  [{ effectiveType: 'slow-2g' }, true],
  [{ saveData: false, effectiveType: '3g' }, false],
  [undefined, false],
])('with the connection %j large files are loaded only on request: %s', (connection, expected) => {
  connect(connection);
  expect(savesData()).toBe(expected);
});

test('a browser that does not report its connection loads everything', () => {
  expect(savesData()).toBe(false);
});
