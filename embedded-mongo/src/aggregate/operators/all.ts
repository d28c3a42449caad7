import type { Operators } from '../scope';
import { ACCUMULATORS } from './accumulators';
import { ARITHMETIC } from './arithmetic';
import { ARRAYS } from './arrays';
import { COMPARISON } from './comparison';
import { CONVERSION } from './conversion';
import { ITERATION } from './iteration';
import { OBJECTS } from './objects';
import { SETS } from './sets';
import { STRINGS } from './strings';

/** The expression operators with an implementation of our own; all others come from mingo. */
export const OPERATORS: Operators = {
  ...COMPARISON,
  ...ARITHMETIC,
  ...CONVERSION,
  ...ARRAYS,
  ...ITERATION,
  ...SETS,
  ...OBJECTS,
  ...STRINGS,
  ...ACCUMULATORS,
};
