import { expect, test } from '@jest/globals';
import type { MapDot } from './marker';
import { type DotMap, spreadDots } from './spread-dots';

/** A map of 800 by 600 pixels on which a degree is 1000 pixels. */
const map: DotMap = {
  getContainer: () => ({ clientWidth: 800, clientHeight: 600 }),
  project: ([lng, lat]) => ({ x: lng * 1_000, y: 600 - lat * 1_000 }),
  unproject: ([x, y]) => ({ lng: x / 1_000, lat: (600 - y) / 1_000 }),
};
const request = (id: string, lng: number, lat: number): MapDot => ({ id, lng, lat, shape: 'bubble', text: '0 quotes' });
const driver: MapDot = { id: 'driver', lng: 0.41, lat: 0.31, shape: 'disc' };

/** The area of a drawn bubble with the text '0 quotes', whose lower left corner is at the dot. */
const boxOf = ({ lng, lat }: MapDot) => {
  const { x, y } = map.project([lng, lat]);
  return { left: x, right: x + 76, top: y - 30, bottom: y };
};

test('bubbles of requests from one place cover neither each other nor the dot of the driver there', () => {
  const crowd = [request('one', 0.4, 0.3), request('two', 0.4, 0.3), request('three', 0.405, 0.3)];
  const { dots } = spreadDots(map, [driver, ...crowd], new Map());
  const [car, ...bubbles] = dots.map(boxOf);
  for (const [at, one] of bubbles.entries())
    for (const other of bubbles.slice(at + 1))
      expect(one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom).toBe(
        false,
      );
  if (!car) throw new Error('the driver is gone');
  const [x, y] = [car.left, car.bottom];
  for (const one of bubbles)
    expect(one.left < x + 8 && one.right > x - 8 && one.top < y + 8 && one.bottom > y - 8).toBe(false);
  expect(dots[0]).toBe(driver);
});

test('a bubble with nothing near it stays in its place, and a bubble that was moved stays where it was moved to', () => {
  const alone = request('alone', 0.2, 0.2);
  expect(spreadDots(map, [driver, alone], new Map()).dots).toEqual([driver, alone]);
  const pair = [request('one', 0.4, 0.3), request('two', 0.4, 0.3)];
  const first = spreadDots(map, pair, new Map());
  expect(spreadDots(map, pair, first.held).dots).toEqual(first.dots);
});

test('on a map with many requests each bubble stays in its place', () => {
  const many = Array.from({ length: 31 }, (_, at) => request(`r${at}`, 0.4, 0.3));
  expect(spreadDots(map, many, new Map()).dots).toBe(many);
});
