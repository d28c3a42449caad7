import { CURRENCY } from '@boli/shared/core/constants';

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: CURRENCY });

/** An amount of rupees as people read it: `₹1,23,456.50`. */
export function formatMoney(amount: number): string {
  return rupees.format(amount);
}

/** The same in its pieces, for the type that sets them in different sizes. */
export function moneyParts(amount: number): Intl.NumberFormatPart[] {
  return rupees.formatToParts(amount);
}
