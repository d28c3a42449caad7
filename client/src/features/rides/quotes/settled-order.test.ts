import { expect, test } from '@jest/globals';
import { heldOrder } from './use-settled-order';

test('while the pointer moves, cards keep their places and new ones are added at the end', () => {
  expect(heldOrder(['b', 'c'], ['a', 'b', 'c'])).toEqual(['b', 'c', 'a']);
});

test('the card of a withdrawn quote is removed, and the others keep their order', () => {
  expect(heldOrder(['b', 'c', 'a'], ['a', 'b'])).toEqual(['b', 'a']);
});
