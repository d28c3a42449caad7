import type { FeeRule } from '@boli/shared/pricing/pricing.schema';
import { formatMoney } from '../core/money';
import { t } from '../core/t';

/** How the platform's fee of a booking is called; null for a commission, for which each screen has its own words. */
export function feeWords({ model, per_ride, driver_percent, levies }: FeeRule): string | null {
  // A law may lower the fee, or leave the driver another share than the words of a commission say.
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
