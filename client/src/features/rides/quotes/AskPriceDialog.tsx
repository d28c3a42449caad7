import { askPrice } from '@boli/shared/rides/rides.endpoints';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { Text } from '@mantine/core';
import { call } from '../../../core/api';
import { formatMoney } from '../../../core/money';
import { t } from '../../../core/t';
import { useForm } from '../../../core/use-form';
import { ASKED_STEP } from '../AskedPriceField';
import { readPrice } from '../read-price';
import { upsertRide } from '../rides.store';
import { UsualPrice } from '../UsualPrice';
import { PriceDialog, priceIn } from './PriceDialog';

interface AskPriceDialogProps {
  ride: RideRequest;
  opened: boolean;
  onClose: () => void;
}

/** The dialog in which a customer names a price on an open request, or raises it. */
export function AskPriceDialog({ ride, opened, onClose }: AskPriceDialogProps) {
  const before = typeof ride.asked_price === 'number' ? ride.asked_price : null;
  const form = useForm({
    initial: { asked_price: '' },
    allowEmptyOnBlur: true,
    fieldErrorsOnly: true,
    validate: ({ asked_price: text }) => {
      const typed = readPrice(text);
      if ('error' in typed) return { asked_price: typed.error };
      return before !== null && typed.price <= before ? { asked_price: t('rides.ask_higher') } : {};
    },
    send: ({ asked_price: text }) => call(askPrice, { params: { id: ride.id }, body: { asked_price: Number(text) } }),
    successMessage: 'bids.raised',
    errorMessage: 'bids.raise_failed',
    onSuccess: (raised) => {
      upsertRide(raised);
      onClose();
    },
  });
  const price = priceIn(form.values.asked_price);
  return (
    <PriceDialog
      opened={opened}
      onClose={onClose}
      title={t(before === null ? 'bids.name_price' : 'bids.raise')}
      send={price === null ? t('bids.raise_empty') : t('bids.raise_button', { price: formatMoney(price) })}
      busy={form.busy}
      onSubmit={form.onSubmit}
      reference={ride.reference}
      lead={
        <>
          {before !== null && <p>{t('bids.raise_lead', { price: formatMoney(before) })}</p>}
          <UsualPrice reference={ride.reference} half={ride.middle_half} />
        </>
      }
      label={t('bids.asked_field')}
      field={form.field('asked_price')}
      price={price}
      by={ASKED_STEP}
      from={before ?? ride.reference?.mid ?? 0}
      onPrice={(next) => form.set('asked_price', String(next))}
      hasFocus
    >
      <Text size="sm" c="dimmed">
        {t('bids.asked_hint')}
      </Text>
    </PriceDialog>
  );
}
