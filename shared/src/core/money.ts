import type { LevyRule } from '../jurisdictions/jurisdictions.schema';
import { PLATFORM_FEE_PERCENT } from './constants';

/** Integer paise: the only representation of money inside the server. */
export type Paise = number;

/** Converts rupees with at most two decimals, as in JSON, to integer paise. */
export function toPaise(rupees: number): Paise {
  return Math.round(rupees * 100);
}

/** Converts integer paise to a number of rupees, as in JSON. */
export function toRupees(paise: Paise): number {
  return paise / 100;
}

/** How the platform may charge drivers for its service: an operator chooses one (docs/decisions/0024). */
export const pricingModels = ['commission', 'per_ride', 'pass', 'zero'] as const;
export type PricingModel = (typeof pricingModels)[number];

/**
 * The rule of the platform's fee for one booking: a share of the price in percent and an amount per ride. `model` only
 * decides which words a screen uses.
 */
export interface FeeRule {
  model: PricingModel;
  percent: number;
  per_ride_paise: Paise;
  /** The least share of the price that the law gives the driver, in percent; missing if no law sets one. */
  driver_percent?: number;
  /** The levies of a law; missing where there are none. */
  levies?: LevyRule[];
}

/** The rule of the specification. It also applies to bookings without a stored rule, from before other rules existed. */
export const COMMISSION: FeeRule = { model: 'commission', percent: PLATFORM_FEE_PERCENT, per_ride_paise: 0 };

/** The rule of a booking whose driver has a valid pass. */
export const WITH_PASS: FeeRule = { model: 'pass', percent: 0, per_ride_paise: 0 };

/** A percentage of an amount, rounded down to the paisa; `percent` has at most two decimals. */
export const partOf = (amount: Paise, percent: number): Paise =>
  Math.floor((amount * Math.round(percent * 100)) / 10_000);

const levyOn = (amounts: { price: Paise; fee: Paise }, { of, percent }: LevyRule): Paise =>
  partOf(of === 'fare' ? amounts.price : amounts.fee, percent);

/** The levies that the driver bears, in paise. They are percents of the price alone. */
function driverLevies(price: Paise, { levies = [] }: FeeRule): Paise {
  const borne = levies.filter(({ borne_by }) => borne_by === 'driver');
  return borne.reduce((sum, levy) => sum + levyOn({ price, fee: 0 }, levy), 0);
}

/**
 * Computes the platform's fee on a price: the share is rounded half up, and the fee is at most the price. If a
 * law sets a minimum share of the driver, the fee and the driver's levies are together at most the rest. In paise.
 */
export function platformFee(price: Paise, rule: FeeRule): Paise {
  const { percent, per_ride_paise, driver_percent = 0 } = rule;
  const fee = Math.floor((price * percent + 50) / 100) + per_ride_paise;
  return Math.max(0, Math.min(fee, partOf(price, 100 - driver_percent) - driverLevies(price, rule)));
}

/** A levy of one ride, in paise. */
export interface LevyAmount extends Pick<LevyRule, 'name' | 'percent' | 'borne_by'> {
  amount: Paise;
}

/** The levies on a ride with this price and fee, in the order of the rule; in paise. */
export function leviesOn(amounts: { price: Paise; fee: Paise }, { levies = [] }: FeeRule): LevyAmount[] {
  return levies.map((levy) => ({
    name: levy.name,
    percent: levy.percent,
    borne_by: levy.borne_by,
    amount: levyOn(amounts, levy),
  }));
}

/** The levies on the price of a pass, which is turnover without a ride; in paise. */
export function levyOnPass(price: Paise, rule: Pick<FeeRule, 'levies'>): Paise {
  const onTurnover = (rule.levies ?? []).filter(({ of }) => of === 'turnover');
  return onTurnover.reduce((sum, levy) => sum + levyOn({ price: 0, fee: price }, levy), 0);
}

export interface FareSplit {
  price: Paise;
  discount: Paise;
  final: Paise;
  fee: Paise;
  earnings: Paise;
  /** The sum of the levies that the driver bears, and of those that the platform bears; missing if the rule has none. */
  levies?: { driver: Paise; platform: Paise };
}

/**
 * Splits a price (paise) by a fee rule so that final = earnings + fee + the driver's levies − discount to the paisa; a
 * discount is never more than the price. The platform pays the levies that it bears from its own money.
 */
export function splitFare(price: Paise, rule: FeeRule, discount: Paise = 0): FareSplit {
  const kept = Math.min(Math.max(discount, 0), price);
  const fee = platformFee(price, rule);
  const split = { price, discount: kept, final: price - kept, fee, earnings: price - fee };
  if (!rule.levies) return split;
  const borne = driverLevies(price, rule);
  const all = leviesOn({ price, fee }, rule).reduce((sum, { amount }) => sum + amount, 0);
  return { ...split, earnings: split.earnings - borne, levies: { driver: borne, platform: all - borne } };
}

/**
 * Computes the fare that remains after `refund` (paise) of its `final` was refunded to the customer. Price and
 * discount shrink in proportion to what remains; the fee follows from the reduced price.
 */
export function fareAfterRefund(
  { price, final }: Pick<FareSplit, 'price' | 'final'>,
  refund: Paise,
  rule: FeeRule,
): FareSplit {
  const kept = final - refund;
  if (kept <= 0) return splitFare(0, rule);
  const left = Math.round((price * kept) / final);
  return splitFare(left, rule, left - kept);
}
