import { t } from '../../../core/t';
import classes from '../../../ui/Chips.module.css';
import { formatWholeMoney } from '../../../ui/map/marker-price';
import type { Allowed } from '../use-allowed';
import type { PriceChip } from './price-chips';

interface PriceChipsProps {
  prices: readonly PriceChip[];
  onChoose: (price: number) => void;
  allowed: Allowed;
  /** The price typed in the dialog, whose chip is shown as pressed; undefined outside the dialog. */
  chosen?: number | null;
  /** The id of the element that names the request, on pages with several requests. */
  describedBy?: string;
}

/** The text below a chip's price: that it is the usual one, and in the dialog the price of a kilometre. */
function wordsOf({ perKm, isUsual }: PriceChip, inDialog: boolean): string {
  const km = t('quotes.per_km', { price: formatWholeMoney(Math.round(perKm)) });
  return [...(isUsual ? [t('quotes.usual')] : []), ...(inDialog ? [km] : [])].join(' · ');
}

/** A low, the usual and a high price, each chosen by one tap unless the law forbids it. */
export function PriceChips({ prices, onChoose, allowed, chosen, describedBy }: PriceChipsProps) {
  const inDialog = chosen !== undefined;
  return (
    <fieldset className={classes.chips}>
      <legend className="visually-hidden">{t('quotes.prices')}</legend>
      {prices.map((chip) => {
        const price = formatWholeMoney(chip.price);
        const words = wordsOf(chip, inDialog);
        return (
          <button
            key={chip.price}
            type="button"
            className={classes.chip}
            disabled={!allowed.has(chip.price)}
            // The accessible name contains the visible text, for users of voice control.
            aria-label={t('quotes.chip', { price: `${price} ${words}`.trim() })}
            aria-describedby={describedBy}
            {...(inDialog && { 'aria-pressed': chosen === chip.price })}
            onClick={() => onChoose(chip.price)}
          >
            {price} {words && <span className={classes.words}>{words}</span>}
          </button>
        );
      })}
    </fieldset>
  );
}
