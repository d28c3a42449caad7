import { expect, test } from '@jest/globals';
import { aQuote } from '../../../testing/ride.builder';
import { quoteTags } from './quote-tags';

const quote = (id: string, price: number, minutes: number | null, rating: number) =>
  aQuote({
    ...{ id, price, pickup_eta_min: minutes, eta_source: minutes === null ? null : 'roads' },
    ...{ average_rating: rating, total_ratings: rating > 0 ? 10 : 0 },
  });
const tagsOf = (...quotes: ReturnType<typeof quote>[]) => Object.fromEntries(quoteTags(quotes));

test('the lowest price, the nearest driver and the best rating each have their tag', () => {
  expect(tagsOf(quote('a', 220, 9, 4.6), quote('b', 255, 2, 4.8), quote('c', 310, 3, 5))).toEqual({
    a: 'price',
    b: 'arrival',
    c: 'rating',
  });
});

test('a quote has at most one tag; if it is the best in several values, no other quote gets the other tags', () => {
  expect(tagsOf(quote('a', 220, 2, 5), quote('b', 255, 4, 4.8))).toEqual({ a: 'price' });
});

test('quotes with equal values have no tag, nor has a single quote', () => {
  expect(tagsOf(quote('a', 220, 4, 4.8), quote('b', 220, 4, 4.8))).toEqual({});
  expect(tagsOf(quote('a', 220, 4, 4.8))).toEqual({});
});

test('minutes by road are not compared with estimated ones, nor ratings with missing ones', () => {
  const estimated = aQuote({ id: 'c', price: 300, pickup_eta_min: 1, eta_source: 'estimate', total_ratings: 0 });
  expect(tagsOf(quote('a', 220, 9, 4.6), quote('b', 255, 6, 4.6), estimated)).toEqual({ a: 'price', b: 'arrival' });
});
