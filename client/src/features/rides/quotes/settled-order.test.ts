import { expect, test } from '@jest/globals';
import { heldOrder } from './use-settled-order';

test('while a hand is moving, cards stay where they are and new ones come last', () => {
  expect(heldOrder(['b', 'c'], ['a', 'b', 'c'])).toEqual(['b', 'c', 'a']);
});

test('a card whose quote was withdrawn leaves, the others keep their order', () => {
  expect(heldOrder(['b', 'c', 'a'], ['a', 'b'])).toEqual(['b', 'a']);
});
