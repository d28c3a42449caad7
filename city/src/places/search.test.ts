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
    place('Calle Constructor', 1.2, 'highway=residential'),
  ],
  stretches: [],
  houses: [],
});
const first = (text: string) => {
  const [found] = search.find(text, 5, at);
  return found && 'name' in found ? found.name : undefined;
};

describe('in a city whose name is part of the names of places', () => {
  test.each([
    ['PGI Chandigarh', 'PGI Chandigarh'],
    ['chandigarh pgi', 'PGI Chandigarh'],
    ['goverment hospital chandigarh', 'Government Hospital Chandigarh'],
    ['new chandigarh railway stn', 'New Chandigarh Railway Station'],
    ['pgi', 'PGI Emergency'],
    ['new chandigarh', 'New Chandigarh'],
  ])('the query %s finds %s first', (text, name) => {
    expect(first(text)).toBe(name);
  });
});

test.each([
  ['chandni chauk', 'Chandni Chowk'],
  ['चांदनी चौक', 'Chandni Chowk'],
  ['chandni chowk', 'Chandni Chowk'],
  ['chawri bazar', 'Chawri Bazar'],
  ['chavri bazar', 'Chawri Bazar'],
])('a name with a w is found by its usual spellings: %s finds %s', (text, name) => {
  const town = new PlaceSearch({
    city: 'Delhi',
    places: [place('Chandni Chowk', 1, 'place=suburb'), place('Chawri Bazar', 1, 'place=suburb')],
    stretches: [],
    houses: [],
  });
  const [found] = town.find(text, 5, at);
  expect(found).toMatchObject({ name });
});

test('a query word may equal the name of a built-in object property', () => {
  expect(first('constructor')).toBe('Calle Constructor');
  expect(first('12 calle constructor')).toBe('Calle Constructor');
});

test('a query word that is repeated eight times takes less than three times the CPU time of a single one', () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const many = new PlaceSearch({
    city: 'Town',
    places: Array.from({ length: 5_000 }, (_, at) => {
      const word = (from: number) => [0, 5, 11].map((step) => letters[(at * 7 + from + step) % 26]).join('');
      return place(`s${word(at % 13)} ${word(3)}${at} street`, 1, 'highway=residential');
    }),
    stretches: [],
    houses: [],
  });
  const cost = (text: string) => {
    const from = process.cpuUsage();
    for (let times = 0; times < 5; times += 1) many.find(text, 1, at);
    return process.cpuUsage(from).user;
  };
  // Alternately, and the least of each: the machine may be slower for a while.
  const costs = Array.from({ length: 5 }, () => ({ one: cost('s'), eight: cost('s s s s s s s s') }));
  expect(Math.min(...costs.map(({ eight }) => eight))).toBeLessThan(3 * Math.min(...costs.map(({ one }) => one)));
});

describe('a query whose words do not all occur in one place', () => {
  test('finds the street of an unknown house: first the street spelt like the query, then one that sounds similar', () => {
    expect(search.find('flat 7 purv marg', 5, at)).toEqual([
      expect.objectContaining({ name: 'Purv Marg' }),
      expect.objectContaining({ name: 'Parv Marg' }),
    ]);
  });

  test.each(['12 hospital', '12 New Chandigarh', '12', 'purv marg hospital'])(
    'finds nothing if it is not a street with a house number: %s',
    (text) => {
      expect(first(text)).toBeUndefined();
    },
  );
});
