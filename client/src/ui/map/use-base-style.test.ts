import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, renderHook } from '@testing-library/react';
import { fakeServer } from '../../testing/server';

jest.unstable_mockModule('maplibre-gl', () => ({ addProtocol: () => undefined }));
const { useBaseStyle } = await import('./use-base-style');
const { bundledStyle } = await import('./base-style');

const tile_url = 'https://tiles.example.org/{z}/{x}/{y}.png';

beforeEach(() => {
  jest.useFakeTimers();
  fakeServer({ 'GET /config': () => ({ body: { map: { style_url: null, tile_url, attribution: '' } } }) });
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

test('if no tile arrives within eight seconds, the bundled map replaces the tiles', async () => {
  const { result } = renderHook(() => useBaseStyle('light'));
  await pass(0);
  await pass(7_999);
  expect(JSON.stringify(result.current.style)).toContain(tile_url);
  expect(result.current.simplified).toBe(false);
  await pass(1);
  expect(result.current.simplified).toBe(true);
  expect(result.current.style).toEqual(bundledStyle('light'));
});
