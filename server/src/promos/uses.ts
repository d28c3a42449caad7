import { leafOf, type RowKey } from '../sums/periods';

/** The row of the kept sums in which a use of a promo code is counted. */
export function rowOfUse({ code, taken_at }: { code: string; taken_at: Date }): RowKey {
  return leafOf('promos', code, taken_at);
}
