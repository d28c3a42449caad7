import { describe, expect, test } from '@jest/globals';
import { losesHouseNumber, replacedBy, restored } from './replaced-words';

const old = { lat: 28.6, lng: 77.2 };
const typed = { text: 'Behind the temple', point: null };
const found = { text: 'Khan Market', point: old, foundWords: 'Khan Market' };
const named = (text: string) => ({ found: 'name', text }) as const;

test.each([
  ['B-14, Green Park', 'Green Park Road', true],
  ['221B Baker Street', 'Baker Street', true],
  ['17, Gandhi Marg', '17, Gandhi Marg, Rampur', false],
  ['Sector 17', 'Rampur', false],
  ['Green Park', 'Green Park Road', false],
  ['14', 'Green Park Road', false],
])('a house number in %s is missing in %s: %s', (words, address, isLost) => {
  expect(losesHouseNumber(words, address)).toBe(isLost);
});

describe('a text that a new point has replaced', () => {
  test('is reported with what has replaced it: an address, a street without the house number, or coordinates', () => {
    expect(replacedBy('drop', typed, named('Temple Road'))?.by).toBe('address');
    expect(replacedBy('drop', { ...typed, text: '5, Temple Lane' }, named('Temple Road'))?.by).toBe('street');
    expect(replacedBy('drop', found, { found: 'nothing' })?.by).toBe('numbers');
    expect(replacedBy('drop', found, { found: 'coordinates' })?.by).toBe('numbers');
  });

  test('is not reported if the field was empty, contained coordinates, or keeps its text', () => {
    expect(replacedBy('drop', { text: ' ', point: null }, named('Temple Road'))).toBeNull();
    expect(replacedBy('drop', { text: '28.6, 77.2', point: old }, named('Temple Road'))).toBeNull();
    const here = { text: 'Lat: 28.600000, Lng: 77.200000', point: old };
    expect(replacedBy('drop', here, { found: 'nothing' })).toBeNull();
    expect(replacedBy('drop', found, named('Khan Market'))).toBeNull();
  });

  test('is restored with its former point only if the text was found for that point and an address has replaced the text', () => {
    expect(restored({ end: 'drop', before: found, by: 'address' })).toEqual(found);
    expect(restored({ end: 'drop', before: found, by: 'numbers' })).toEqual({ text: 'Khan Market', foundWords: '' });
    expect(restored({ end: 'drop', before: typed, by: 'address' })).toEqual({ text: typed.text, foundWords: '' });
  });
});
