import { expect, test } from '@jest/globals';
import { type Bubble, bubbleArea, overlaps, type Shift, spread } from './spread';

const sight = { left: 0, top: 0, right: 390, bottom: 400 };
const frame = { left: 8, top: 60, right: 382, bottom: 352 };
const pin = { left: 175, right: 215, top: 60, bottom: 110 };
const none = new Map<string, Shift>();
const around = { taken: [pin], sight, frame, held: none };

/** Prices as close to each other as on a map that shows a long ride completely. */
const crowd: Bubble[] = Array.from({ length: 8 }, (_, at) => ({
  id: `q${at}`,
  x: 195 + ((at * 13) % 40),
  y: 110 + ((at * 29) % 40) - 20,
  text: '₹199.99',
}));

function areasOf(bubbles: readonly Bubble[], shifts: ReadonlyMap<string, Shift>) {
  return bubbles.map((bubble) => bubbleArea(bubble, shifts.get(bubble.id) ?? [0, 0]));
}

test('no price covers another, a pin or a button of the map', () => {
  const areas = areasOf(crowd, spread(crowd, around));
  for (const [at, area] of areas.entries()) {
    for (const other of areas.slice(at + 1)) expect(overlaps(area, other)).toBe(false);
    expect(overlaps(area, pin)).toBe(false);
    expect(area.top).toBeGreaterThanOrEqual(frame.top);
    expect(area.right).toBeLessThanOrEqual(frame.right);
  }
});

test('a price with enough room is at its own position', () => {
  const alone: Bubble = { id: 'q', x: 60, y: 240, text: '₹240' };
  expect(spread([alone], around).get('q')).toEqual([0, 0]);
});

test('a new or a withdrawn price moves none of the others', () => {
  const before = spread(crowd.slice(1), around);
  const after = spread(crowd, { ...around, held: before });
  for (const { id } of crowd.slice(1)) expect(after.get(id)).toEqual(before.get(id));
  const fewer = spread(crowd.slice(4), { ...around, held: after });
  for (const { id } of crowd.slice(4)) expect(fewer.get(id)).toEqual(after.get(id));
});

test('a price outside of the view is not moved', () => {
  const away: Bubble = { id: 'q', x: 900, y: 240, text: '₹240' };
  expect(spread([away], around).get('q')).toEqual([0, 0]);
});
