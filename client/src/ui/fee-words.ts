import type { FeeRule } from '@boli/shared/pricing/pricing.schema';
import { formatMoney } from '../core/money';
import { t } from '../core/t';

/** Whether the driver bears a levy, which is taken from the price. */
export function bearsLevies({ levies = [] }: Pick<FeeRule, 'levies'>): boolean {
  return levies.some(({ borne_by, percent }) => borne_by === 'driver' && percent > 0);
}

/** The fee before a law limits it. */
function unlimited({ model, percent, per_ride }: FeeRule): string {
  return model === 'per_ride'
    ? t('pricing.fee_per_ride', { amount: formatMoney(per_ride) })
    : t('jurisdictions.fee', { percent });
}

/** The fee with the limit of the law, so that its amount can be computed from the price. */
function limited(rule: FeeRule): string {
  const fee = unlimited(rule);
  const { driver_percent, model } = rule;
  if (driver_percent !== undefined) {
    const percent = Math.round((100 - driver_percent) * 100) / 100;
    return t(bearsLevies(rule) ? 'jurisdictions.limited_less_levies' : 'jurisdictions.limited', { fee, percent });
  }
  return model === 'per_ride' && bearsLevies(rule) ? t('jurisdictions.limited_by_levies', { fee }) : fee;
}

/**
 * The name of the platform's fee of a booking; null for a commission without a law, for which each screen has its own
 * text.
 */
export function feeWords(rule: FeeRule): string | null {
  const { model, driver_percent, levies } = rule;
  // Under a law the driver's share may differ from the percentages in the texts about a commission.
  const isOfLaw = driver_percent !== undefined || levies !== undefined;
  switch (model) {
    case 'commission':
      return isOfLaw ? limited(rule) : null;
    case 'per_ride':
      return limited(rule);
    case 'pass':
      return t('pricing.pass_no_fee');
    case 'zero':
      return t('pricing.no_fee');
  }
}
