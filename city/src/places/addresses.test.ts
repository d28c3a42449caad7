import { expect, test } from '@jest/globals';
import { haveSameWords } from './addresses';

test.each<[boolean, string, string]>([
  [true, 'sector 17', 'sector 17'],
  [true, '17 sector', 'sector 17'],
  [false, 'sector 17', 'sector 17 market'],
  [false, 'sector 17 market', 'sector 17'],
  [false, 'gali gali', 'gali bazar'],
  [false, 'gali bazar', 'gali gali'],
  [false, 'gali gali bazar', 'gali bazar bazar'],
])('it is %s that two texts have the same words: %s, %s', (isSame, some, others) => {
  expect(haveSameWords(some.split(' '), others.split(' '))).toBe(isSame);
});
