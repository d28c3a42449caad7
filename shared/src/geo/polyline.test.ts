import { describe, expect, test } from '@jest/globals';
import { decodePolyline, encodePolyline } from './polyline';

describe('an encoded polyline', () => {
  test('is decoded to its points, with six decimals', () => {
    // Made by Valhalla, which gives 30.740656, 76.783355 as its first point.
    expect(decodePolyline('_jgsy@unnmqCvFmE|RwPpf@{_@')).toEqual([
      { lat: 30.740656, lng: 76.783355 },
      { lat: 30.740532, lng: 76.783458 },
      { lat: 30.740213, lng: 76.783742 },
      { lat: 30.73958, lng: 76.784268 },
    ]);
  });

  test('is encoded from points, and decodes to exactly those points', () => {
    const text = '_jgsy@unnmqCvFmE|RwPpf@{_@';
    expect(encodePolyline(decodePolyline(text))).toBe(text);
    const far = [
      { lat: -89.999999, lng: 179.999999 },
      { lat: 0, lng: -180 },
      { lat: 0, lng: -180 },
    ];
    expect(decodePolyline(encodePolyline(far))).toEqual(far);
    expect(encodePolyline([])).toBe('');
  });

  test.each(['', '_', 'not a polyline', '\u0000'])('with the invalid text %j causes no error', (text) => {
    expect(Array.isArray(decodePolyline(text))).toBe(true);
  });
});
