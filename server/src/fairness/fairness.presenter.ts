import { LEAST_OBSERVATIONS } from '@boli/shared/core/constants';
import type { Fairness, FairnessPeriod } from '@boli/shared/fairness/fairness.schema';
import type { FairnessPage } from './fairness.model';
import type { PublishedFigures } from './fairness.service';

function presentPeriod(page: FairnessPage): FairnessPeriod {
  const { hourly } = page;
  return {
    from: page.from,
    to: page.to,
    rides: page.rides,
    quotes_per_request: page.quotes_per_request,
    price_percent: page.price_percent,
    driver_share_percent: page.driver_share_percent,
    hourly: hourly && { low: hourly.low, middle: hourly.middle, high: hourly.high, gini: hourly.gini },
    promises_kept_percent: page.promises_kept_percent,
  };
}

/** Presents the published figures to everybody. */
export function presentFairness({ lastDays, months }: PublishedFigures): Fairness {
  return {
    least_observations: LEAST_OBSERVATIONS,
    last_days: lastDays && presentPeriod(lastDays),
    months: months.map(presentPeriod),
  };
}
