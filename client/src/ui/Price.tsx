import { moneyParts } from '../core/money';
import classes from './Price.module.css';

interface PriceProps {
  /** Rupees. */
  value: number;
  /** `due` 32 px, `card` 26 (quotes, pinned), `stat` 20 (cards, footers), `row` 16 at one size. */
  size?: 'card' | 'row' | 'stat' | 'due';
  /** A price that no longer holds. */
  struck?: boolean;
}

/** An amount in its type: small sign, small paise; its text stays `₹240.00`. */
export function Price({ value, size = 'row', struck = false }: PriceProps) {
  const parts = moneyParts(value).map((part, place) => {
    const small = part.type === 'currency' ? classes.sign : classes.paise;
    const isSmall = part.type === 'currency' || part.type === 'decimal' || part.type === 'fraction';
    return isSmall ? (
      // The pieces of one amount never change places.
      <span key={`${part.type}-${String(place)}`} className={small}>
        {part.value}
      </span>
    ) : (
      part.value
    );
  });
  const Tag = struck ? 's' : 'span';
  return <Tag className={`${classes.price} ${classes[size]} ${struck ? classes.struck : ''}`}>{parts}</Tag>;
}
