import { describe, expect, test } from '@jest/globals';
import { movesWithout, startOf, violationOf, type WriterName } from '../testing/counter-offer.protocol';
import type { Guard } from '../testing/counter-offer.state';
import { explore } from '../testing/explore';

/** The model of one group of writers has up to 100,000 states. */
const LONG = 120_000;

const check = (names: readonly WriterName[], omitted: Guard | null = null) =>
  explore(startOf(names), movesWithout(omitted), violationOf);

describe('in every order of the steps of these writers, and of the clock, no invariant breaks:', () => {
  const crowds: WriterName[][] = [
    ['choose', 'choose in another process', 'counter', 'yes', 'quote again'],
    ['choose', 'counter', 'counter again', 'yes', 'keep'],
    ['choose', 'counter', 'yes', 'withdraw', 'quote again'],
    ['choose', 'counter', 'yes', 'cancel', 'expire'],
    ['counter', 'counter again', 'yes', 'yes in another process', 'expire'],
    ['counter', 'yes', 'keep', 'quote again', 'withdraw'],
    ['raise', 'quote the asked price', 'counter', 'yes', 'choose'],
    ['raise', 'raise again', 'quote the asked price', 'counter', 'yes'],
    ['raise', 'raise again', 'cancel', 'choose', 'choose in another process'],
  ];
  test.each(crowds.map((crowd) => [crowd.join(', '), crowd] as const))(
    '%s',
    (_names, crowd) => {
      const { states, violation } = check(crowd);
      expect(violation).toBeNull();
      expect(states).toBeGreaterThan(1_000);
    },
    LONG,
  );
});

test('a quote at the asked price is not raised by a late yes to a counter-offer', () => {
  const crowd: WriterName[] = ['raise', 'counter', 'quote the asked price', 'yes'];
  expect(check(crowd).violation).toBeNull();
  expect(check(crowd, 'quote again: closes the counter-offer').violation?.invariant).toBe('a yes raises the price');
});

describe('the model finds the violation if this guard is left out:', () => {
  const needed: Record<Guard, { by: WriterName[]; violation: string }> = {
    'choose: the version that was read': {
      by: ['choose', 'counter', 'yes'],
      violation: 'the booked price is not the one that the customer confirmed',
    },
    'choose: the price that the customer confirmed': {
      by: ['choose', 'quote again'],
      violation: 'the booked price is not the one that the customer confirmed',
    },
    'choose: the request and the quote are free': {
      by: ['choose', 'choose in another process'],
      violation: 'two bookings',
    },
    'choose: the quote has not run out': { by: ['choose'], violation: 'a quote that has run out is booked' },
    'counter: the first one': { by: ['counter', 'counter again'], violation: 'two counter-offers on one quote' },
    'counter: the version that was read': {
      by: ['counter', 'counter again'],
      violation: 'two counter-offers on one quote',
    },
    'counter: the request is open': {
      by: ['counter', 'cancel'],
      violation: 'a counter-offer on a request or a quote that has ended',
    },
    'answer: within its time': { by: ['counter', 'yes'], violation: 'an answer counts after its time' },
    'counter: ends with its quote at the latest': {
      by: ['counter', 'yes'],
      violation: 'an answer counts after its time',
    },
    'answer: none was given': { by: ['counter', 'yes', 'keep'], violation: 'a counter-offer is answered twice' },
    'answer: the version that was read': {
      by: ['counter', 'yes', 'keep'],
      violation: 'a counter-offer is answered twice',
    },
    'answer: the quote is active': {
      by: ['counter', 'yes', 'withdraw'],
      violation: 'an answer counts on a request or a quote that has ended',
    },
    'quote again: closes the counter-offer': {
      by: ['counter', 'quote again', 'yes'],
      violation: 'a yes raises the price',
    },
    'quote again: answers only within the time': {
      by: ['counter', 'quote again'],
      violation: 'an answer counts after its time',
    },
    'raise: the request is open': { by: ['raise', 'cancel'], violation: 'a raise on a request that has ended' },
    'raise: higher than before': { by: ['raise', 'raise again'], violation: 'a raise lowers the price' },
  };
  test.each(Object.entries(needed))('%s', (guard, { by, violation }) => {
    expect(check(by).violation).toBeNull();
    const found = check(by, guard as Guard).violation;
    expect(found?.invariant).toBe(violation);
  });
});
