import { CURRENCY } from '@boli/shared/core/constants';

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: CURRENCY });

/** Formats an amount in rupees: `₹1,23,456.50`. */
export function formatMoney(amount: number): string {
  return rupees.format(amount);
}

/** The parts of the same, to be styled in different sizes. */
export function moneyParts(amount: number): Intl.NumberFormatPart[] {
  return rupees.formatToParts(amount);
}
