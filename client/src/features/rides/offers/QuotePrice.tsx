import type { TextInput } from '@mantine/core';
import type { ComponentProps } from 'react';
import { t } from '../../../core/t';
import { PriceField } from '../../../ui/PriceField';
import { PriceChips } from './PriceChips';
import { PRICE_STEP, type PriceChip } from './price-chips';
import classes from './QuoteDialog.module.css';

interface QuotePriceProps {
  field: ComponentProps<typeof TextInput>;
  /** Rupees; null while what is typed is no price. */
  price: number | null;
  prices: readonly PriceChip[];
  onPrice: (price: number) => void;
  /** Whether the field is focused when the dialog opens. */
  hasFocus: boolean;
}

/** The price field: a price is typed, changed in steps of ₹5, or chosen by a tap. */
export function QuotePrice({ prices, ...rest }: QuotePriceProps) {
  const { price, onPrice } = rest;
  return (
    <div className={classes.pricing}>
      <PriceField {...rest} label={t('quotes.price')} by={PRICE_STEP} step={0.01} required />
      {prices.length > 0 && <PriceChips prices={prices} chosen={price} onChoose={onPrice} />}
    </div>
  );
}
