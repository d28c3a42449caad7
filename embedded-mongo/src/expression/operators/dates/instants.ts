import type { Timestamp } from 'bson';
import { located } from '../../../values/errors';
import { isBsonClass, RANK, rank, typeName } from '../../../values/types';
import { isNullish } from '../../arguments';
import type { Compiler, Evaluate, Scope } from '../../scope';
import { UTC, type Zone, zoneOf } from './zone';

/** The instant of a date, a timestamp or an ObjectId, in milliseconds; undefined for any other value. */
export function instantOf(value: unknown): number | undefined {
  if (value instanceof Date) return value.getTime();
  if (isBsonClass(value) && value._bsontype === 'ObjectId') return value.getTimestamp().getTime();
  return rank(value) === RANK.timestamp ? (value as Timestamp).t * 1000 : undefined;
}

/** The operand as an instant, in milliseconds. Throws 16006 for a value that is no instant. */
export function dateOf(value: unknown): number {
  const date = instantOf(value);
  if (date === undefined) throw located(16006, `can't convert from BSON type ${typeName(value)} to Date`);
  return date;
}

/** Compiles a `timezone` argument: UTC if the argument is missing, null if its value is null or missing. */
export function zonePart(expression: unknown, compiler: Compiler, name: string): (scope: Scope) => Zone | null {
  if (expression === undefined) return () => UTC;
  const evaluate: Evaluate = compiler.compile(expression);
  return (scope) => {
    const value = evaluate(scope);
    return isNullish(value) ? null : zoneOf(value, name);
  };
}
