import { describe, expect, jest, test } from '@jest/globals';

jest.unstable_mockModule('maplibre-gl', () => ({ addProtocol: () => undefined }));
const { bundledStyle, serviceStyle } = await import('./base-style');

const none = { style_url: null, tile_url: null, attribution: '© OpenStreetMap contributors' };

describe('the ground of a map', () => {
  test('is the public tiles that the server names, with their attribution', () => {
    const tiles = 'https://tiles.example.org/{z}/{x}/{y}.png';
    expect(serviceStyle({ ...none, tile_url: tiles }, 'light')).toMatchObject({
      sources: { tiles: { type: 'raster', tiles: [tiles], attribution: none.attribution } },
      layers: [{ type: 'background' }, { id: 'tiles', source: 'tiles' }],
    });
  });

  test('is a style of its own where the server names one', () => {
    const style = 'https://maps.example.org/style.json';
    expect(serviceStyle({ ...none, style_url: style }, 'light')).toBe(style);
  });

  test('is drawn from the bundle, with nothing from elsewhere, where no service is named', () => {
    expect(serviceStyle(none, 'light')).toBeNull();
    const drawn = bundledStyle('streets', 'dark');
    expect(Object.values(drawn.sources)).toMatchObject([{ tiles: ['bolimap://streets/dark/{z}/{x}/{y}'] }]);
    expect(JSON.stringify(drawn)).not.toContain('http');
  });
});
