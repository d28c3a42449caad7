import type { Reference } from '@boli/shared/fares/fares.schema';
import { IconTag } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../core/t';
import { formatWholeMoney } from '../../ui/map/marker-price';
import { PriceField } from '../../ui/PriceField';
import { AllowedBand } from './AllowedBand';
import classes from './AskedPriceField.module.css';
import { Folded, FoldedContent, FoldedNote } from './Folded';
import { readPrice } from './read-price';
import { fromUsualText } from './usual';

/** The step of the buttons beside the asked price, in rupees. */
export const ASKED_STEP = 10;

interface AskedPriceFieldProps {
  /** What is typed; empty for no price. */
  value: string;
  error: string | undefined;
  /** The usual price of the ride; null if none is known. */
  reference: Reference | null;
  /** Whether the field is opened and takes the focus. */
  isWanted: boolean;
  onChange: (value: string) => void;
  onBlur: () => void;
}

/**
 * The price that a customer may name with a request: folded away until it is wanted, because most customers name
 * none.
 */
export function AskedPriceField({ value, error, reference, isWanted, onChange, onBlur }: AskedPriceFieldProps) {
  const [chosen, setChosen] = useState<boolean | null>(null);
  const details = useRef<HTMLDetailsElement>(null);
  const typed = readPrice(value);
  const price = 'price' in typed ? typed.price : null;
  // A refused price is never hidden.
  const isOpen = (chosen ?? (isWanted || value !== '')) || error !== undefined;
  useEffect(() => {
    if (isWanted) details.current?.querySelector('input')?.focus();
  }, [isWanted]);
  return (
    <Folded
      ref={details}
      className={classes.asked}
      line={
        <span className={classes.name}>
          <IconTag size={20} stroke={1.75} aria-hidden />
          {t('bids.name_price')}
        </span>
      }
      state={price === null ? t('bids.optional') : formatWholeMoney(price)}
      open={isOpen}
      onToggle={(event) => setChosen(event.currentTarget.open)}
    >
      <FoldedContent>
        <PriceField
          label={t('bids.asked_field')}
          price={price}
          by={ASKED_STEP}
          from={reference?.mid ?? 0}
          field={{ name: 'asked', value, error, onBlur, onChange: (event) => onChange(event.currentTarget.value) }}
          onPrice={(next) => onChange(String(next))}
        />
        <FoldedNote>
          {price !== null && reference && `${fromUsualText(price, reference)} · `}
          {t('bids.asked_hint')}
        </FoldedNote>
        <AllowedBand reference={reference} />
      </FoldedContent>
    </Folded>
  );
}
