import { expect, test } from '@jest/globals';
import { palette } from '../../core/tokens';

/** Which of red, green and blue is strongest in a colour. */
function strongest(colour: string): string | undefined {
  const parts = [1, 3, 5].map((from) => Number.parseInt(colour.slice(from, from + 2), 16));
  return ['red', 'green', 'blue'][parts.indexOf(Math.max(...parts))];
}

test.each(['light', 'dark'] as const)("pickup is green, drop red, and the user's position blue, in %s", (scheme) => {
  const { pickup, drop, me } = palette[scheme];
  expect([pickup, drop, me].map(strongest)).toEqual(['green', 'red', 'blue']);
});
