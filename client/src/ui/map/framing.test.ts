import { expect, test } from '@jest/globals';
import { hasRoom, paddingFor } from './framing';

const head = 80;
const under = (sheet: number) => ({ top: head, right: 8, bottom: sheet, left: 8 });

test('a framed place is not covered by the header or the sheet, and has room for its pin', () => {
  expect(paddingFor(under(506), 844)).toEqual({ top: 148, bottom: 542, left: 52, right: 52 });
});

test('a framed place is not covered by what lies on the map above the sheet', () => {
  expect(paddingFor({ ...under(400), corner: 84 }, 844)).toMatchObject({ bottom: 484 });
});

test.each([
  ['a small phone', 384, 640],
  ['the smallest phone', 340, 568],
  ['a phone almost covered by the sheet', 608, 640],
])('on %s the margin shrinks, and nothing is framed under the sheet', (_where, sheet, height) => {
  const { top, bottom } = paddingFor(under(sheet), height);
  expect(top).toBeGreaterThanOrEqual(head);
  expect(bottom).toBeGreaterThanOrEqual(sheet);
  const free = Math.max(height - head - sheet, 0);
  expect(height - top - bottom).toBeGreaterThanOrEqual(Math.min(free * 0.4, height - head - sheet));
});

test('on a low map a pin has its whole height below the header, although the margin shrinks', () => {
  const { top, bottom } = paddingFor({ ...under(384), top: 120 }, 640);
  expect(top - 120).toBe(52);
  expect(640 - top - bottom).toBeGreaterThanOrEqual(24);
});

test('a map that is covered completely has no room for a frame', () => {
  expect(hasRoom(paddingFor(under(764), 844), 844)).toBe(false);
  expect(hasRoom(paddingFor(under(506), 844), 844)).toBe(true);
});

test('without a sheet the margins have room for what lies on the map at the top, and for a pin beside the zoom buttons', () => {
  expect(paddingFor(undefined, 400)).toEqual({ top: 116, bottom: 48, left: 48, right: 84 });
});
