import type { Point } from '@boli/shared/core/fields';
import { expect, test } from '@jest/globals';
import { renderHook } from '@testing-library/react';
import { useProgress } from './use-progress';

const way: Point[] = [
  { lat: 28.6, lng: 77.2 },
  { lat: 28.7, lng: 77.2 },
];

test('a way is split at the car, and is whole again once no car is shown, as after the ride', () => {
  const { result, rerender } = renderHook(({ car }: { car: Point | null }) => useProgress(way, car, true), {
    initialProps: { car: { lat: 28.65, lng: 77.2 } as Point | null },
  });
  expect(result.current.behind).not.toEqual([]);
  expect(result.current.ahead).not.toEqual(way);
  rerender({ car: null });
  expect(result.current).toEqual({ behind: [], ahead: way });
});
