import type { FeeRule } from '@boli/shared/pricing/pricing.schema';
import { formatMoney } from '../core/money';
import { t } from '../core/t';

/** The name of the platform's fee of a booking; null for a commission, for which each screen has its own text. */
export function feeWords({ model, per_ride, driver_percent, levies }: FeeRule): string | null {
  // Under a law the driver's share may differ from the percentages in the texts about a commission.
  const isLimited = driver_percent !== undefined || levies !== undefined;
  if (isLimited && (model === 'commission' || model === 'per_ride')) return t('jurisdictions.fee');
  switch (model) {
    case 'commission':
      return null;
    case 'per_ride':
      return t('pricing.fee_per_ride', { amount: formatMoney(per_ride) });
    case 'pass':
      return t('pricing.pass_no_fee');
    case 'zero':
      return t('pricing.no_fee');
  }
}
