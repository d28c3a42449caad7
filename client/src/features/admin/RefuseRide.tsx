import type { Review } from '@boli/shared/payments/payments.schema';
import { ReviewInput } from '@boli/shared/payments/payments.schema';
import { Textarea } from '@mantine/core';
import { useId } from 'react';
import { useFields } from '../../core/form';
import { formatMoney } from '../../core/money';
import { shortId } from '../../core/short-id';
import { t } from '../../core/t';
import { AppDialog } from '../../ui/AppDialog';
import { DialogButtons } from '../../ui/DialogButtons';

interface RefuseRideProps {
  row: Review;
  /** The note typed in the ride's row of the list: the reason starts with it. */
  note: string;
  opened: boolean;
  busy: boolean;
  /** Called with the reason typed so far, which becomes the note. */
  onClose: (note: string) => void;
  onSend: (reason: string) => void;
}

/** Explains what refusing a ride does, and asks for the reason shown to the driver. */
export function RefuseRide({ row, note, opened, busy, onClose, onSend }: RefuseRideProps) {
  const id = useId();
  const form = useFields({ schema: ReviewInput, initial: { decision: 'refused', note }, allowEmptyOnBlur: true });
  const close = () => onClose(form.values.note);
  const isByGateway = row.payment_confirmed_by === 'gateway';
  return (
    <AppDialog
      opened={opened}
      onClose={close}
      title={t('admin.review_refuse_question', { booking: shortId(row.id) })}
      footer={<DialogButtons form={id} send={t('admin.review_refuse')} busy={busy} color="red" onClose={close} />}
    >
      <form id={id} noValidate onSubmit={form.submit((values) => onSend(values.note.trim()))}>
        <p>
          {isByGateway
            ? t('admin.review_refuse_gateway', {
                amount: formatMoney(row.final_price),
                customer: row.customer_name,
                driver: row.driver_name,
              })
            : t('admin.review_refuse_direct', { driver: row.driver_name })}
        </p>
        <Textarea
          label={t('admin.review_reason')}
          description={t('admin.review_reason_hint', { driver: row.driver_name })}
          maxLength={500}
          autosize
          minRows={3}
          required
          data-autofocus
          {...form.field('note')}
        />
      </form>
    </AppDialog>
  );
}
