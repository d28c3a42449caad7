import { MAX_PRICE_RUPEES } from '@boli/shared/core/constants';
import { ActionIcon, TextInput } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { t } from '../core/t';
import classes from './PriceField.module.css';

interface PriceFieldProps {
  label: string;
  field: ComponentProps<typeof TextInput>;
  /** Rupees; null while the typed text is no price. */
  price: number | null;
  /** Rupees by which the buttons beside the field change the price. */
  by: number;
  /** The smallest part of a rupee that can be typed. */
  step?: number;
  /** The price from which the buttons count while the field is empty; 0 if it is not given. */
  from?: number;
  onPrice: (price: number) => void;
  required?: boolean;
  /** Whether the field is focused when its dialog opens. */
  hasFocus?: boolean;
}

/** A field for a price in rupees, which is typed, or changed in steps by the buttons beside it. */
export function PriceField(props: PriceFieldProps) {
  const { label, field, price, by, step = 0.01, from = 0, onPrice, required = false, hasFocus = false } = props;
  const start = price ?? from;
  const change = (rupees: number) =>
    onPrice(Math.round(Math.min(Math.max(start + rupees, 0), MAX_PRICE_RUPEES) * 100) / 100);
  const button = (signed: number, Sign: typeof IconPlus, name: 'quotes.less' | 'quotes.more') => (
    <ActionIcon
      className={classes.step ?? ''}
      variant="default"
      aria-label={t(name, { step: by })}
      disabled={signed < 0 && start <= 0}
      onClick={() => change(signed)}
    >
      <Sign size={22} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
  return (
    <div className={classes.row}>
      {button(-by, IconMinus, 'quotes.less')}
      <TextInput
        type="number"
        inputMode="decimal"
        min={0}
        step={step}
        required={required}
        {...(hasFocus && { 'data-autofocus': true })}
        label={label}
        classNames={{ root: classes.field ?? '', input: classes.price ?? '' }}
        {...field}
      />
      {button(by, IconPlus, 'quotes.more')}
    </div>
  );
}
