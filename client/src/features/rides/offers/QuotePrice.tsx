import { MAX_PRICE_RUPEES } from '@boli/shared/core/constants';
import { ActionIcon, TextInput } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { t } from '../../../core/t';
import { type OwnPrice, PRICE_STEP } from './own-prices';
import { PriceChips } from './PriceChips';
import classes from './QuoteDialog.module.css';

interface QuotePriceProps {
  field: ComponentProps<typeof TextInput>;
  /** Rupees; null while what is typed is no price. */
  price: number | null;
  prices: readonly OwnPrice[];
  onPrice: (price: number) => void;
  /** Whether the field is focused when the dialog opens. */
  hasFocus: boolean;
}

/** The price field: a price is typed, changed in steps of ₹5, or chosen by a tap. */
export function QuotePrice({ field, price, prices, onPrice, hasFocus }: QuotePriceProps) {
  const start = price ?? 0;
  const step = (by: number) => onPrice(Math.round(Math.min(Math.max(start + by, 0), MAX_PRICE_RUPEES) * 100) / 100);
  const button = (by: number, Sign: typeof IconPlus, name: 'quotes.less' | 'quotes.more') => (
    <ActionIcon
      className={classes.step ?? ''}
      variant="default"
      aria-label={t(name, { step: PRICE_STEP })}
      disabled={by < 0 && start <= 0}
      onClick={() => step(by)}
    >
      <Sign size={22} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
  return (
    <div className={classes.pricing}>
      <div className={classes.row}>
        {button(-PRICE_STEP, IconMinus, 'quotes.less')}
        <TextInput
          type="number"
          inputMode="decimal"
          min={0}
          step={0.01}
          required
          {...(hasFocus && { 'data-autofocus': true })}
          label={t('quotes.price')}
          classNames={{ root: classes.field ?? '', input: classes.price ?? '' }}
          {...field}
        />
        {button(PRICE_STEP, IconPlus, 'quotes.more')}
      </div>
      {prices.length > 0 && <PriceChips prices={prices} chosen={price} onChoose={onPrice} />}
    </div>
  );
}
