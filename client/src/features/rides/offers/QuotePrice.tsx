import { PRICE_STEP } from '@boli/shared/fares/price-step';
import type { TextInput } from '@mantine/core';
import type { ComponentProps } from 'react';
import { t } from '../../../core/t';
import { PriceField } from '../../../ui/PriceField';
import type { Allowed } from '../use-allowed';
import { PriceChips } from './PriceChips';
import type { PriceChip } from './price-chips';
import classes from './QuoteDialog.module.css';

interface QuotePriceProps {
  field: ComponentProps<typeof TextInput>;
  /** Rupees; null while the typed text is no price. */
  price: number | null;
  prices: readonly PriceChip[];
  /** What the law allows: a chip with another price is disabled. */
  allowed: Allowed;
  onPrice: (price: number) => void;
  /** Whether the field is focused when the dialog opens. */
  hasFocus: boolean;
}

/** The price field: a price is typed, changed in steps of ₹5, or chosen by a tap. */
export function QuotePrice({ prices, allowed, ...rest }: QuotePriceProps) {
  const { price, onPrice } = rest;
  return (
    <div className={classes.pricing}>
      <PriceField {...rest} label={t('quotes.price')} by={PRICE_STEP} step={0.01} required />
      {prices.length > 0 && <PriceChips prices={prices} allowed={allowed} chosen={price} onChoose={onPrice} />}
    </div>
  );
}
