import { type Booking, bookingMethods, type PaymentMethod } from '@boli/shared/bookings/bookings.schema';
import { Flex } from '@mantine/core';
import { IconCash, IconDeviceMobile } from '@tabler/icons-react';
import { type FormEvent, useId, useState } from 'react';
import { errorText, t } from '../../core/t';
import { toast } from '../../core/toast';
import { AppDialog } from '../../ui/AppDialog';
import { ChoiceRow } from '../../ui/ChoiceRow';
import { DialogButtons } from '../../ui/DialogButtons';
import { methodText } from './method-text';
import { chooseMethod } from './payments.api';

interface ChangeMethodProps {
  booking: Booking;
  opened: boolean;
  reachable: boolean;
  onClose: () => void;
  onBooking: (booking: Booking) => void;
}

/** Another of the four payment methods, while the payment is pending. */
export function ChangeMethod({ booking, opened, reachable, onClose, onBooking }: ChangeMethodProps) {
  const id = useId();
  const [chosen, setChosen] = useState<PaymentMethod>(booking.payment_method);
  const [busy, setBusy] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      const changed = await chooseMethod(booking.id, chosen);
      onBooking(changed);
      toast.success(methodText(changed, 'payments.method_changed'));
      onClose();
    } catch (error) {
      toast.error(errorText(error, 'payments.method_failed'));
    }
    setBusy(false);
  };
  const footer = (
    <DialogButtons form={id} send={t('common.save')} busy={busy} disabled={!reachable} onClose={onClose} />
  );
  return (
    <AppDialog opened={opened} onClose={onClose} title={t('payments.change_title')} footer={footer}>
      <form id={id} className="boli-form boli-form-wide" onSubmit={(event) => void save(event)}>
        <Flex component="fieldset" direction="column" gap="xs">
          <legend>{t('bookings.method')}</legend>
          {bookingMethods.map((method) => (
            <ChoiceRow
              key={method}
              name="changed_method"
              value={method}
              label={t(`payments.${method}`)}
              icon={method === 'cash' ? IconCash : IconDeviceMobile}
              checked={chosen === method}
              onChoose={() => setChosen(method)}
            />
          ))}
        </Flex>
      </form>
    </AppDialog>
  );
}
