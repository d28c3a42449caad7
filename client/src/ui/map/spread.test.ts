import { describe, expect, test } from '@jest/globals';
import { type Bubble, bubbleArea, overlaps, type Shift, spread, spreadFirst } from './spread';

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

test('no price covers another price, a pin or a button of the map', () => {
  const areas = areasOf(crowd, spread(crowd, around));
  for (const [at, area] of areas.entries()) {
    for (const other of areas.slice(at + 1)) expect(overlaps(area, other)).toBe(false);
    expect(overlaps(area, pin)).toBe(false);
    expect(area.top).toBeGreaterThanOrEqual(frame.top);
    expect(area.right).toBeLessThanOrEqual(frame.right);
  }
});

/** Numbers from 0 to 1 that are the same in each run. */
function numbers(): () => number {
  let last = 7;
  return () => {
    last = (last * 48_271) % 2_147_483_647;
    return last / 2_147_483_647;
  };
}

test('ten prices with paise fit without overlap between the header and the half-open sheet of a phone', () => {
  const phone = { left: 8, top: 76, right: 382, bottom: 290 };
  const pins = [
    { left: 190, right: 230, top: 94, bottom: 144 },
    { left: 160, right: 200, top: 266, bottom: 316 },
  ];
  const next = numbers();
  const clashes: number[] = [];
  for (let round = 0; round < 200; round += 1) {
    const prices = Array.from({ length: 10 }, (_, at): Bubble => {
      return { id: `q${at}`, x: 170 + next() * 80, y: 100 + next() * 80, text: '₹215.50' };
    });
    const areas = [...pins, ...areasOf(prices, spread(prices, { ...around, taken: pins, frame: phone }))];
    clashes.push(
      ...areas.flatMap((area, at) => (areas.slice(at + 1).some((other) => overlaps(area, other)) ? [round] : [])),
    );
  }
  expect(clashes).toEqual([]);
});

test('the area of a price reaches half a dot beyond its place', () => {
  // The dot is 11 pixels wide, and its middle is on the place.
  expect(bubbleArea({ id: 'q', x: 100, y: 100, text: '₹240' }, [0, 0])).toMatchObject({ left: 94, bottom: 106 });
});

test('a price with enough room is at its own position', () => {
  const alone: Bubble = { id: 'q', x: 60, y: 240, text: '₹240' };
  expect(spread([alone], around).get('q')).toEqual([0, 0]);
});

test('a new or withdrawn price moves no other price', () => {
  const before = spread(crowd.slice(1), around);
  const after = spread(crowd, { ...around, held: before });
  for (const { id } of crowd.slice(1)) expect(after.get(id)).toEqual(before.get(id));
  const fewer = spread(crowd.slice(4), { ...around, held: after });
  for (const { id } of crowd.slice(4)) expect(fewer.get(id)).toEqual(after.get(id));
});

test('a price outside the view is not moved', () => {
  const away: Bubble = { id: 'q', x: 900, y: 240, text: '₹240' };
  expect(spread([away], around).get('q')).toEqual([0, 0]);
});

test('a price that has to move stays on the same side of its place as before, if there is room', () => {
  const price: Bubble = { id: 'q', x: 200, y: 200, text: '₹240' };
  const below: Shift = [16, 56];
  // `other` covers the area where the price was. The nearest room is above the price's place; on the side where the
  // price was, the nearest room is further down.
  const other = { left: 200, right: 300, top: 190, bottom: 270 };
  const shift = spread([price], { ...around, taken: [other], held: new Map([['q', below]]) }).get('q');
  expect(shift).toBeDefined();
  const area = bubbleArea(price, shift ?? [0, 0]);
  expect(overlaps(area, other)).toBe(false);
  expect((area.top + area.bottom) / 2).toBeGreaterThan(price.y);
  expect((area.left + area.right) / 2).toBeGreaterThan(price.x);
});

test('a price is not moved again while the sheet covers all of the map', () => {
  const price: Bubble = { id: 'q', x: 200, y: 200, text: '₹240' };
  const below: Shift = [16, 56];
  const full = { ...frame, bottom: frame.top - 30 };
  expect(spread([price], { ...around, frame: full, held: new Map([['q', below]]) }).get('q')).toEqual(below);
});

describe('prices in the order of their importance', () => {
  const small = { left: 8, top: 76, right: 312, bottom: 214 };
  const onSmall = { ...around, sight: { ...small, left: 0, right: 320 }, frame: small, taken: [] };

  test('are left out, the last ones first, if there is no room for all; the others do not overlap', () => {
    const shifts = spreadFirst(crowd, onSmall);
    const left = crowd.filter(({ id }) => shifts.has(id));
    expect(left.length).toBeGreaterThan(3);
    expect(left).toEqual(crowd.slice(0, left.length));
    expect(left.length).toBeLessThan(crowd.length);
    const areas = areasOf(left, shifts);
    for (const [at, area] of areas.entries())
      for (const other of areas.slice(at + 1)) expect(overlaps(area, other)).toBe(false);
  });

  test('are all left out while the frame is too small for a single one', () => {
    const full = { ...onSmall, frame: { ...small, bottom: small.top - 30 } };
    expect(spreadFirst(crowd, full).size).toBe(0);
    expect(spreadFirst(crowd.slice(0, 1), full).size).toBe(0);
  });

  test('are all kept if a single one would cover a pin', () => {
    const covered = { ...onSmall, taken: [small] };
    expect(spreadFirst(crowd, covered).size).toBe(crowd.length);
  });

  test('are placed as `spread` places them if there is room for all', () => {
    expect(spreadFirst(crowd, around)).toEqual(spread(crowd, around));
  });
});
