import { describe, expect, test } from '@jest/globals';
import type { Place } from './place';
import { PlaceSearch } from './search';

const at = { lat: 30.7, lng: 76.7 };
const place = (name: string, importance = 1, tag = 'amenity=hospital'): Place => {
  const [key = '', value = ''] = tag.split('=');
  return { id: `N${name.length}`, name, names: [], ...at, key, value, importance };
};
const search = new PlaceSearch({
  city: 'New Chandigarh',
  places: [
    place('PGI Emergency', 1.4),
    place('PGI Chandigarh', 1.1),
    place('Government Pet Hospital', 1.4),
    place('Government Hospital Chandigarh'),
    place('New Chandigarh Railway Station', 1.1, 'railway=station'),
    place('Old Railway Station', 1.7, 'railway=station'),
    place('Parv Marg', 1.5, 'highway=residential'),
    place('Purv Marg', 1.2, 'highway=residential'),
    place('New Chandigarh', 1.6, 'place=city'),
  ],
  stretches: [],
  houses: [],
});
const first = (text: string) => {
  const [found] = search.find(text, 5, at);
  return found && 'name' in found ? found.name : undefined;
};

describe('a place whose name holds that of the city', () => {
  test.each([
    ['PGI Chandigarh', 'PGI Chandigarh'],
    ['chandigarh pgi', 'PGI Chandigarh'],
    ['goverment hospital chandigarh', 'Government Hospital Chandigarh'],
    ['new chandigarh railway stn', 'New Chandigarh Railway Station'],
    ['pgi', 'PGI Emergency'],
    ['new chandigarh', 'New Chandigarh'],
  ])('stands first where it is named: %s', (text, name) => {
    expect(first(text)).toBe(name);
  });
});

describe('a house number that is not known', () => {
  test('leads to the street as it is spelt before one that sounds like it', () => {
    expect(search.find('flat 7 purv marg', 5, at)).toEqual([
      expect.objectContaining({ name: 'Purv Marg' }),
      expect.objectContaining({ name: 'Parv Marg' }),
    ]);
  });

  test.each(['12 hospital', '12 New Chandigarh', '12', 'purv marg hospital'])('leads nowhere else: %s', (text) => {
    expect(first(text)).toBeUndefined();
  });
});
