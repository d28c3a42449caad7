import { toPaise, toRupees } from '@boli/shared/core/money';
import type { Rates } from '@boli/shared/fares/fares.schema';
import { embedded, number, paise, type Stored, whole } from '../store/document';

/** The rates of a ride as its request stores them; money in paise. */
export const ratesFields = {
  base_paise: paise,
  base_km: number,
  per_km_paise: paise,
  per_minute_paise: paise,
  /** The percent of the ride's hour. */
  hour_percent: whole,
  class_percents: embedded({ auto: whole, hatchback: whole, sedan: whole, suv: whole }),
};

export type RatesRecord = Stored<typeof ratesFields>;

/** Converts rates to the stored form, in paise. */
export function ratesRecord({ base, base_km, per_km, per_minute, hour_percent, class_percents }: Rates): RatesRecord {
  return {
    base_paise: toPaise(base),
    base_km,
    per_km_paise: toPaise(per_km),
    per_minute_paise: toPaise(per_minute),
    hour_percent,
    class_percents,
  };
}

/** Converts stored rates to rupees. */
export function ratesOf({ base_paise, base_km, per_km_paise, per_minute_paise, ...percents }: RatesRecord): Rates {
  const { auto, hatchback, suv } = percents.class_percents;
  return {
    base: toRupees(base_paise),
    base_km,
    per_km: toRupees(per_km_paise),
    per_minute: toRupees(per_minute_paise),
    hour_percent: percents.hour_percent,
    class_percents: { auto, hatchback, sedan: 100, suv },
  };
}
