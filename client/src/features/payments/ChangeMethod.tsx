import { type Booking, bookingMethods } from '@boli/shared/bookings/bookings.schema';
import { Flex, Text } from '@mantine/core';
import { IconCash, IconDeviceMobile } from '@tabler/icons-react';
import { useId } from 'react';
import { t } from '../../core/t';
import { useForm } from '../../core/use-form';
import { AppDialog } from '../../ui/AppDialog';
import { ChoiceRow } from '../../ui/ChoiceRow';
import { DialogButtons } from '../../ui/DialogButtons';
import { methodText } from './method-text';
import { chooseMethod } from './payments.api';
import type { BookingProof } from './use-payment';

interface ChangeMethodProps {
  booking: Booking;
  proofOf: BookingProof;
  opened: boolean;
  onClose: () => void;
  onBooking: (booking: Booking) => void;
}

/** A dialog in which the customer chooses another payment method while the payment is pending. */
export function ChangeMethod({ booking, proofOf, opened, onClose, onBooking }: ChangeMethodProps) {
  const id = useId();
  const form = useForm({
    initial: { method: booking.payment_method },
    send: ({ method }, key) => chooseMethod(booking.id, method, key),
    proof: ({ method }) => proofOf(({ payment_method }) => payment_method === method),
    successMessage: (changed) => methodText(changed, 'payments.method_changed'),
    errorMessage: 'payments.method_failed',
    valuesAfterSuccess: (changed) => ({ method: changed.payment_method }),
    onSuccess: (changed) => {
      onBooking(changed);
      onClose();
    },
  });
  const footer = <DialogButtons form={id} send={t('common.save')} busy={form.busy} onClose={onClose} />;
  return (
    <AppDialog form="sheet" opened={opened} onClose={onClose} title={t('payments.change_title')} footer={footer}>
      <form id={id} className="boli-form boli-form-wide" onSubmit={form.onSubmit}>
        <Flex component="fieldset" direction="column" gap="xs">
          <legend>{t('bookings.method')}</legend>
          {bookingMethods.map((method) => (
            <ChoiceRow
              key={method}
              name="changed_method"
              value={method}
              label={t(`payments.${method}`)}
              icon={method === 'cash' ? IconCash : IconDeviceMobile}
              checked={form.values.method === method}
              onChoose={() => form.set('method', method)}
            />
          ))}
          {!booking.quote.accepts_upi && (
            <Text size="sm" c="dimmed">
              {t('quotes.no_upi_choose')}
            </Text>
          )}
        </Flex>
      </form>
    </AppDialog>
  );
}
