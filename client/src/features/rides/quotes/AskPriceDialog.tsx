import { askPrice } from '@boli/shared/rides/rides.endpoints';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { Button, Text } from '@mantine/core';
import { useId } from 'react';
import { call } from '../../../core/api';
import { formatMoney } from '../../../core/money';
import { t } from '../../../core/t';
import { useForm } from '../../../core/use-form';
import { AppDialog } from '../../../ui/AppDialog';
import { OfflineReason, OnlineButton } from '../../../ui/OnlineButton';
import { PriceField } from '../../../ui/PriceField';
import { AllowedBand } from '../AllowedBand';
import { ASKED_STEP } from '../AskedPriceField';
import { readPrice } from '../read-price';
import { upsertRide } from '../rides.store';
import { UsualPrice } from '../UsualPrice';

interface AskPriceDialogProps {
  ride: RideRequest;
  opened: boolean;
  onClose: () => void;
}

/** The dialog in which a customer names a price on an open request, or raises it. */
export function AskPriceDialog({ ride, opened, onClose }: AskPriceDialogProps) {
  const id = useId();
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
  const typed = readPrice(form.values.asked_price);
  const price = 'price' in typed ? typed.price : null;
  const buttons = (
    <>
      <OfflineReason />
      <Button variant="default" onClick={onClose}>
        {t('common.cancel')}
      </Button>
      <OnlineButton quiet type="submit" form={id} loading={form.busy}>
        {price === null ? t('bids.raise_empty') : t('bids.raise_button', { price: formatMoney(price) })}
      </OnlineButton>
    </>
  );
  return (
    <AppDialog
      opened={opened}
      onClose={onClose}
      title={t(before === null ? 'bids.name_price' : 'bids.raise')}
      form="sheet"
      footer={buttons}
    >
      <form id={id} noValidate className="boli-form" onSubmit={form.onSubmit}>
        {before !== null && <p>{t('bids.raise_lead', { price: formatMoney(before) })}</p>}
        <UsualPrice reference={ride.reference} half={ride.middle_half} />
        <PriceField
          label={t('bids.asked_field')}
          field={form.field('asked_price')}
          price={price}
          by={ASKED_STEP}
          from={before ?? ride.reference?.mid ?? 0}
          onPrice={(next) => form.set('asked_price', String(next))}
          required
          hasFocus
        />
        <Text size="sm" c="dimmed">
          {t('bids.asked_hint')}
        </Text>
        <AllowedBand reference={ride.reference} />
      </form>
    </AppDialog>
  );
}
