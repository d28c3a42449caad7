import { CURRENCY } from '@boli/shared/core/constants';
import { perLanguage } from './language';

const rupees = perLanguage((locale) => new Intl.NumberFormat(locale, { style: 'currency', currency: CURRENCY }));
const count = perLanguage((locale) => new Intl.NumberFormat(locale));

/** Formats an amount in rupees: `₹1,23,456.50`. */
export function formatMoney(amount: number): string {
  return rupees().format(amount);
}

/** The parts of the text of `formatMoney`, to be styled in different sizes. */
export function moneyParts(amount: number): Intl.NumberFormatPart[] {
  return rupees().formatToParts(amount);
}

/** Formats a count: `1,23,456`. */
export function formatCount(value: number): string {
  return count().format(value);
}
