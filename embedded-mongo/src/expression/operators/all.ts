import type { Operators } from '../scope';
import { ACCUMULATORS } from './accumulators';
import { ARITHMETIC } from './arithmetic';
import { ARRAYS } from './arrays';
import { BITS } from './bits';
import { COMPARISON } from './comparison';
import { CONVERSION } from './conversion';
import { DATE_PARTS } from './dates/parts';
import { DATE_TEXTS } from './dates/texts';
import { DATE_UNITS } from './dates/units';
import { DOUBLES } from './doubles';
import { ITERATION } from './iteration';
import { OBJECTS } from './objects';
import { PERCENTILES } from './percentiles';
import { ROUNDING } from './rounding';
import { SETS } from './sets';
import { STRINGS } from './strings';
import { SUBSTRINGS } from './substrings';

/** All expression operators. */
export const OPERATORS: Operators = {
  ...COMPARISON,
  ...ARITHMETIC,
  ...ROUNDING,
  ...DOUBLES,
  ...BITS,
  ...CONVERSION,
  ...ARRAYS,
  ...ITERATION,
  ...SETS,
  ...OBJECTS,
  ...STRINGS,
  ...SUBSTRINGS,
  ...DATE_PARTS,
  ...DATE_UNITS,
  ...DATE_TEXTS,
  ...ACCUMULATORS,
  ...PERCENTILES,
};
