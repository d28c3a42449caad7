import { beforeEach, expect, test } from '@jest/globals';
import { holdSkeleton, settleSkeleton } from './skeleton';

beforeEach(() => {
  document.body.innerHTML = '<div id="skeleton"></div>';
});

const isShown = () => document.getElementById('skeleton') !== null;

test('the skeleton is removed immediately if no part of the page is waiting', () => {
  settleSkeleton();
  expect(isShown()).toBe(false);
});

test('the skeleton stays while one waiting part replaces another, and is removed after the last one', async () => {
  const first = holdSkeleton();
  settleSkeleton();
  first();
  const second = holdSkeleton();
  await Promise.resolve();
  expect(isShown()).toBe(true);
  second();
  await Promise.resolve();
  expect(isShown()).toBe(false);
});
