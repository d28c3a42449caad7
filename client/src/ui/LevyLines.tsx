import type { LevyAmount } from '@boli/shared/pricing/pricing.schema';
import { formatMoney } from '../core/money';
import { t } from '../core/t';
import { Line } from './Lines';

/**
 * A line for each levy that the driver bears, with its percent of the price; `sign` is -1 where the lines are
 * deductions from a price.
 */
export function LevyLines({ levies, sign = 1 }: { levies: readonly LevyAmount[] | undefined; sign?: 1 | -1 }) {
  const borne = (levies ?? []).filter(({ borne_by, amount }) => borne_by === 'driver' && amount > 0);
  return borne.map(({ name, percent, amount }) => (
    <Line key={name} label={t('jurisdictions.levy', { name, percent })}>
      {formatMoney(sign * amount)}
    </Line>
  ));
}
