import { toNumber } from '../values/numbers';
import { isNumber } from '../values/types';

/** Whether a value counts as true in an expression: all but false, null, missing and zero. */
export function isTruthy(value: unknown): boolean {
  if (isNumber(value)) return toNumber(value) !== 0;
  return value !== false && value !== null && value !== undefined;
}
