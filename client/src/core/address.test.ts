import { describe, expect, test } from '@jest/globals';
import { formatCoordinates, formatLabelledCoordinates, parseCoordinates, splitAddress } from './address';

describe('coordinates as text', () => {
  test('are parsed from pasted text', () => {
    expect(parseCoordinates('28.6139, 77.209')).toEqual({ lat: 28.6139, lng: 77.209 });
    expect(parseCoordinates(' -28.6139 77.209 ')).toEqual({ lat: -28.6139, lng: 77.209 });
    expect(parseCoordinates('28;77')).toEqual({ lat: 28, lng: 77 });
  });

  test('are not recognized in addresses or out of range', () => {
    for (const text of ['', '12, Park Street', 'Sector 18', '28.6139', '91, 10', '10, 181', '1, 2, 3'])
      expect(parseCoordinates(text)).toBeNull();
  });

  test('are formatted with six decimals', () => {
    const point = { lat: 28.6139, lng: 77.209 };
    expect(formatCoordinates(point)).toBe('28.613900, 77.209000');
    expect(formatLabelledCoordinates(point)).toBe('Lat: 28.613900, Lng: 77.209000');
  });
});

test('an address is split after its first part; coordinates stay together', () => {
  expect(splitAddress('Plaza, Sector 17, Chandigarh')).toEqual({ title: 'Plaza', detail: 'Sector 17, Chandigarh' });
  expect(splitAddress('Plaza')).toEqual({ title: 'Plaza', detail: '' });
  expect(splitAddress('Block 5, Sector 17')).toEqual({ title: 'Block 5', detail: 'Sector 17' });
  for (const text of ['28.5494, 77.2001', '-28.5494 77.2001', 'Lat: 28.549400, Lng: 77.200100'])
    expect(splitAddress(text)).toEqual({ title: text, detail: '' });
});
