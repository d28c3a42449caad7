import { describe, expect, test } from '@jest/globals';
import { labelledPairText, pairText, parsePair } from './address';

describe('coordinates as text', () => {
  test('are read from what people paste', () => {
    expect(parsePair('28.6139, 77.209')).toEqual({ lat: 28.6139, lng: 77.209 });
    expect(parsePair(' -28.6139 77.209 ')).toEqual({ lat: -28.6139, lng: 77.209 });
    expect(parsePair('28;77')).toEqual({ lat: 28, lng: 77 });
  });

  test('are not seen in addresses or outside of the earth', () => {
    for (const text of ['', '12, Park Street', 'Sector 18', '28.6139', '91, 10', '10, 181', '1, 2, 3'])
      expect(parsePair(text)).toBeNull();
  });

  test('are written with six decimals', () => {
    const point = { lat: 28.6139, lng: 77.209 };
    expect(pairText(point)).toBe('28.613900, 77.209000');
    expect(labelledPairText(point)).toBe('Lat: 28.613900, Lng: 77.209000');
  });
});
