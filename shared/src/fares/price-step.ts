import { type Paise, toPaise } from '../core/money';

/** Usual prices, and those that the app proposes, are multiples of this many rupees. */
export const PRICE_STEP = 5;

/** An amount (paise) in rupees, to the nearest multiple of the step, half up. */
export const inSteps = (amount: Paise): number => Math.round(amount / toPaise(PRICE_STEP)) * PRICE_STEP;

/** A percentage of an amount (paise) in rupees, to the nearest multiple of the step, and at least one step. */
export const percentInSteps = (amount: Paise, percent: number): number =>
  Math.max(PRICE_STEP, inSteps((amount * percent) / 100));
