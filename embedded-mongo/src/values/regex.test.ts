import { expect, test } from '@jest/globals';
import { matchesText, runRegex, toRegExp } from './regex';

test.each([
  ['^(a+)+$', `${'a'.repeat(40)}!`],
  ['(x+x+)+y', 'x'.repeat(60)],
  ['^(?=(a+)+$)b', `${'a'.repeat(40)}!`],
  ['a*a*a*a*a*b', 'a'.repeat(5000)],
  ['a*b', 'a'.repeat(5_000_000)],
  [`^${'a?'.repeat(40)}${'a'.repeat(40)}$`, 'a'.repeat(39) + 'b'.repeat(9)],
])('matching the expression %s is stopped with an error before it blocks the server', (pattern, text) => {
  expect(() => matchesText(toRegExp(pattern), text)).toThrow('match limit exceeded');
  expect(() => matchesText(toRegExp(pattern, 'i'), text)).toThrow('match limit exceeded');
});

test('an expression with several repetitions gives its normal result', () => {
  const expression = toRegExp('(\\d+)-(\\d+)');
  expect(matchesText(expression, 'rides 12-345')).toBe(true);
  expect(matchesText(expression, 'rides')).toBe(false);
  expect(runRegex(expression, '1-2', () => expression.exec('1-2'))?.slice(1)).toEqual(['1', '2']);
});
