import { moneyParts } from '../core/money';
import classes from './Price.module.css';

interface PriceProps {
  /** Rupees. */
  value: number;
  /**
   * In pixels: `due` 32, `card` 26 (quotes, pinned rides), `stat` 20 (cards, footers), `row` 16. In a `row` the sign
   * and the paise are as large as the rupees.
   */
  size?: 'card' | 'row' | 'stat' | 'due';
  /** Whether the price was replaced by another one, and so is struck through. */
  struck?: boolean;
}

/** An amount with a smaller currency sign and smaller paise; its text stays `₹240.00`. */
export function Price({ value, size = 'row', struck = false }: PriceProps) {
  const parts = moneyParts(value).map((part, place) => {
    const small = part.type === 'currency' ? classes.sign : classes.paise;
    const isSmall = part.type === 'currency' || part.type === 'decimal' || part.type === 'fraction';
    return isSmall ? (
      // The parts of one amount never change their order.
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
