import { CURRENCY } from '@boli/shared/core/constants';
import { perLanguage } from '../../core/language';
import { formatMoney } from '../../core/money';
import type { MapMarker } from './marker';

const whole = perLanguage(
  (locale) => new Intl.NumberFormat(locale, { style: 'currency', currency: CURRENCY, maximumFractionDigits: 0 }),
);

/**
 * Formats rupees without paise if these are zero: `₹240`, but `₹240.50`. For places with little space, such as bubbles
 * on a map and price chips.
 */
export function formatWholeMoney(rupees: number): string {
  return Number.isInteger(rupees) ? whole().format(rupees) : formatMoney(rupees);
}

/** The text in a bubble: `text`, else the price. */
export const bubbleText = ({ text, price = 0 }: Pick<MapMarker, 'text' | 'price'>): string =>
  text ?? formatMoney(price);
