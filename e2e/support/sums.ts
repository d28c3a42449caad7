import { type MessageKey, translate } from '@boli/shared/core/messages';
import type { Locator } from '@playwright/test';
import { journeysIn } from './journeys-in';
import { escaped } from './translation';

/** The numbers of a text, without the commas of thousands. */
export const numbersIn = (text: string) =>
  [...text.replaceAll(',', '').matchAll(/\d+(\.\d+)?/g)].map(([n]) => Number(n));

/** The source of a regular expression that matches a text in this run's language, with a group for each value. */
export function expressionOf(key: MessageKey, ...values: string[]): string {
  const text = translate(key, Object.fromEntries(values.map((name) => [name, `<${name}>`])), journeysIn);
  return escaped(text).replace(/<(\w+)>/g, '(?<$1>.+?)');
}

/**
 * Matches a text in this run's language, with any values. Unlike `expressionOf` it names no groups: a locator repeats the
 * expression, and a name may occur only once in an expression.
 */
export function matcherOf(key: MessageKey, ...values: string[]): RegExp {
  return new RegExp(expressionOf(key, ...values).replace(/\?<\w+>/g, ''));
}

/** The values in a line with the text of `key`, as numbers; null if the line has another text. */
export function valuesIn(label: string, key: MessageKey, ...values: string[]): Record<string, number> | null {
  const match = new RegExp(`^${expressionOf(key, ...values)}$`).exec(label);
  const found = Object.entries(match?.groups ?? {});
  return match && Object.fromEntries(found.map(([name, text]) => [name, numbersIn(text)[0] ?? 0]));
}

/** The lines of an opened sum: label and amount. */
export const linesOf = (sum: Locator): Promise<[string, string][]> =>
  sum
    .locator('dl > div')
    .evaluateAll((rows) => rows.map((row) => [row.children[0]?.textContent ?? '', row.children[1]?.textContent ?? '']));
