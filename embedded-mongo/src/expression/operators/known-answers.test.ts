import { expect, test } from '@jest/globals';
import { decimal, long } from '../../testing/examples';
import type { MongoError } from '../../values/errors';
import { compileExpression } from '../compile';

const DOCUMENT = { n: 5, numbers: [1, 4, 9, 2, 'x'], nothing: null };

function answer(expression: unknown): unknown {
  try {
    return compileExpression(expression)(DOCUMENT);
  } catch (error) {
    return (error as MongoError).code;
  }
}

/** The milliseconds of a date that is valid in BSON and out of range in JavaScript. */
const FAR = long('8640000000000001');

test.each<[unknown, unknown]>([
  [{ $abs: long('-9223372036854775808') }, 28680],
  [{ $add: [new Date(0), FAR] }, 15],
  [{ $add: [new Date(0), 1e300] }, 15],
  [{ $subtract: [new Date(0), FAR] }, 15],
  [{ $toDate: FAR }, 241],
  [{ $toDate: Number.NaN }, 241],
  [{ $toDate: 5 }, 241],
  [{ $toDate: long('5') }, new Date(5)],
  [{ $convert: { input: FAR, to: 'date', onError: 'none' } }, 'none'],
  [{ $substrBytes: ['abcde', 1, 2] }, 'bc'],
  [{ $substr: ['hello', 1, -1] }, 'ello'],
  [{ $substr: ['$nothing', 1, -1] }, ''],
  [{ $substrBytes: ['cafétéria', 7, 3] }, 28656],
  [{ $substrBytes: ['cafétéria', 0, 4] }, 28657],
  [{ $substrCP: ['寿司sushi', 0, 3] }, '寿司s'],
  [{ $substrCP: [13579, 1, 2] }, '35'],
  [{ $indexOfCP: ['cafétéria', 'r'] }, 6],
  [{ $indexOfCP: ['🚕🚕 taxi', 'taxi'] }, 3],
  [{ $indexOfCP: ['vanilla', 'll', 0, 2] }, -1],
  [{ $indexOfCP: ['vanilla', 'll', -1] }, 40097],
  [{ $indexOfCP: ['$nothing', 'll'] }, null],
  [{ $indexOfBytes: ['cafétéria', 'é'] }, 3],
  [{ $indexOfBytes: ['foo.bar.fi', '.', 5] }, 7],
  [{ $indexOfBytes: ['vanilla', 'll', 12] }, -1],
  [{ $indexOfBytes: [5, 'll'] }, 40091],
  [{ $split: ['June-15-2013', '-'] }, ['June', '15', '2013']],
  [{ $split: ['June', ''] }, 40087],
  [{ $split: ['June', 7] }, 40086],
  [{ $trim: { input: ' \n good  bye \t ' } }, 'good  bye'],
  [{ $trim: { input: ' ggggoodbyeeeee', chars: 'ge' } }, ' ggggoodby'],
  [{ $ltrim: { input: ' ggggoodbyeeeee', chars: ' gd' } }, 'oodbyeeeee'],
  [{ $rtrim: { input: 'ggggoodbyeeeee    ', chars: 'e ' } }, 'ggggoodby'],
  [{ $trim: { input: 1 } }, 50699],
  [{ $replaceOne: { input: 'blue blue', find: 'blue', replacement: 'a $& b' } }, 'a $& b blue'],
  [{ $replaceAll: { input: 'blue blue', find: 'blue', replacement: 'red' } }, 'red red'],
  [{ $replaceAll: { input: 'blue', find: null, replacement: 'red' } }, null],
  [{ $regexMatch: { input: 'a', regex: /a/i, options: 'i' } }, 51107],
  [{ $regexMatch: { input: 'a', regex: '(' } }, 51111],
  [{ $bitAnd: [12, 10] }, 8],
  [{ $bitXor: [long('12'), 10] }, long('6')],
  [{ $bitNot: '$n' }, -6],
  [{ $bitOr: [1.5, 1] }, 14],
  [{ $atan2: [1, 1] }, Math.PI / 4],
  [{ $acos: 3 }, 50989],
  [{ $cos: 'a' }, 28765],
  [{ $cos: decimal('1') }, 2],
  [{ $lt: [{ $rand: {} }, 1] }, true],
  [{ $median: { input: '$numbers', method: 'approximate' } }, 2],
  [{ $percentile: { input: '$numbers', p: [0.5, 0.95], method: 'approximate' } }, [2, 9]],
  [{ $percentile: { input: '$nothing', p: [0.5], method: 'approximate' } }, [null]],
  [{ $percentile: { input: '$numbers', p: [5], method: 'approximate' } }, 7750301],
  [
    { $zip: { inputs: [['a', 'b'], '$numbers'], useLongestLength: false } },
    [
      ['a', 1],
      ['b', 4],
    ],
  ],
  [
    { $zip: { inputs: [['a'], [1, 2]], useLongestLength: true, defaults: ['z', 0] } },
    [
      ['a', 1],
      ['z', 2],
    ],
  ],
  [{ $bsonSize: { a: 1 } }, 12],
  [{ $bsonSize: 5 }, 31393],
  [{ $binarySize: '€' }, 3],
])('%j gives %j', (expression, expected) => {
  const given = answer(expression);
  expect(JSON.parse(JSON.stringify(given))).toEqual(JSON.parse(JSON.stringify(expected)));
});
