import { describe, expect, jest, test } from '@jest/globals';

jest.unstable_mockModule('maplibre-gl', () => ({ addProtocol: () => undefined }));
const { bundledStyle, serviceStyle } = await import('./base-style');

const none = { style_url: null, tile_url: null, attribution: '© OpenStreetMap contributors', city: null };
const city = { map_url: '/map/map-0a1b2c.pmtiles', data_date: '2026-03-01' };

describe('the base map', () => {
  test('uses the public tiles that the server names, with their attribution', () => {
    const tiles = 'https://tiles.example.org/{z}/{x}/{y}.png';
    expect(serviceStyle({ ...none, tile_url: tiles }, 'light', 'en')).toMatchObject({
      sources: { tiles: { type: 'raster', tiles: [tiles], attribution: none.attribution } },
      layers: [{ type: 'background' }, { id: 'tiles', source: 'tiles' }],
    });
  });

  test('uses the style that the server names, if any', () => {
    const style = 'https://maps.example.org/style.json';
    expect(serviceStyle({ ...none, style_url: style }, 'light', 'en')).toBe(style);
  });

  test('is drawn from the bundle, without other hosts, if the server names no service', () => {
    expect(serviceStyle(none, 'light', 'en')).toBeNull();
    const drawn = bundledStyle('dark');
    expect(Object.values(drawn.sources)).toMatchObject([{ tiles: ['bolimap://dark/{z}/{x}/{y}'] }]);
    expect(JSON.stringify(drawn)).not.toContain('http');
  });

  test('is the map of the installed city, without other hosts, in preference to tiles', () => {
    const style = serviceStyle({ ...none, tile_url: 'https://tiles.example.org/{z}/{x}/{y}.png', city }, 'light', 'en');
    expect(style).toMatchObject({
      sources: {
        city: {
          type: 'vector',
          url: 'pmtiles://http://localhost/map/map-0a1b2c.pmtiles',
          attribution: expect.stringMatching(/© OpenStreetMap contributors<\/a> · data of 1 Mar/),
        },
      },
    });
    expect(JSON.stringify(style)).not.toContain('tiles.example.org');
    expect(style).not.toHaveProperty('glyphs');
    expect(style).not.toHaveProperty('sprite');
  });

  test('labels streets and places in the reader’s language if the map has it', () => {
    const style = JSON.stringify(serviceStyle({ ...none, city }, 'light', 'hi'));
    expect(style).toContain('["coalesce",["get","name:hi"],["get","name"],["get","name:en"]]');
  });

  test('uses the colours of the theme', () => {
    const [light, dark] = (['light', 'dark'] as const).map((scheme) =>
      JSON.stringify(serviceStyle({ ...none, city }, scheme, 'en')),
    );
    expect(light).toContain('#EFEDE6');
    expect(dark).toContain('#141828');
    expect(dark).not.toContain('#EFEDE6');
  });
});
