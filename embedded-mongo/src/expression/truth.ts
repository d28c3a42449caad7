import { toNumber } from '../values/numbers';
import { isNumber } from '../values/types';

/** Whether a value is truthy in an expression: all except false, null, missing and zero. */
export function isTruthy(value: unknown): boolean {
  if (isNumber(value)) return toNumber(value) !== 0;
  return value !== false && value !== null && value !== undefined;
}
