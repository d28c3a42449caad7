import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { BoundedCanvases, limitPictures, scaleOf } from './pdf.canvas';

class FakeCanvas {
  width: number;
  height: number;
  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
  }
  getContext = () => ({ drawImage: () => undefined });
  transferToImageBitmap(): string {
    return 'a picture';
  }
}

beforeEach(() => {
  Object.assign(globalThis, { OffscreenCanvas: FakeCanvas });
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'OffscreenCanvas');
});

test.each([
  ['A4', 595, 842],
  ['a narrow strip', 1, 14_400],
  ['a wide strip', 14_400, 1],
  ['a tiny page', 0.001, 0.001],
  ['a huge page', 1e9, 1e9],
])('the scale of %s keeps its width, height and area within the limits', (_name, width, height) => {
  const scale = scaleOf({ width, height });
  expect(width * scale).toBeLessThanOrEqual(2_000.01);
  expect(height * scale).toBeLessThanOrEqual(8_000.01);
  expect(width * scale * height * scale).toBeLessThanOrEqual(12_000_001);
});

test.each([
  [0, 100],
  [100, Number.NaN],
  [Number.POSITIVE_INFINITY, 1],
])('a page of %s by %s points is not drawn', (width, height) => {
  expect(() => scaleOf({ width, height })).toThrow();
});

test('the canvases of a page have at most 100 million pixels at one time', () => {
  const canvases = new BoundedCanvases();
  const first = canvases.create(10_000, 6_000);
  expect(() => canvases.create(10_000, 5_000)).toThrow('too many pixels');
  expect(() => canvases.create(Number.NaN, 1)).toThrow('a side of NaN');
  expect(() => canvases.reset(first, 10_000, 10_001)).toThrow('too many pixels');
  canvases.reset(first, 10_000, 1_000);
  canvases.create(10_000, 5_000);
  canvases.destroy(first);
  canvases.destroy(first);
  canvases.create(10_000, 5_000);
  expect(() => canvases.create(1, 1)).toThrow('too many pixels');
});

test('the limit of 100 pixels is for all pictures of a page together; one pixel more throws and is reported', () => {
  let reported = 0;
  limitPictures(100, () => {
    reported += 1;
  });
  expect(new FakeCanvas(10, 6).transferToImageBitmap()).toBe('a picture');
  expect(new FakeCanvas(10, 4).transferToImageBitmap()).toBe('a picture');
  expect(reported).toBe(0);
  expect(() => new FakeCanvas(1, 1).transferToImageBitmap()).toThrow('too many pixels');
  expect(reported).toBe(1);
});
