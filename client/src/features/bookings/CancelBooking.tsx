import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { cancelReasons } from '@boli/shared/bookings/bookings.state';
import { Button, Flex, Text, Textarea } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useId } from 'react';
import type { FieldErrors } from '../../core/form';
import { formatMoney } from '../../core/money';
import { bookingTitle } from '../../core/short-id';
import { t } from '../../core/t';
import { useForm } from '../../core/use-form';
import { AppDialog } from '../../ui/AppDialog';
import { ChoiceRow } from '../../ui/ChoiceRow';
import { OfflineReason, OnlineButton } from '../../ui/OnlineButton';
import { cancel } from './bookings.actions';
import { bookingProof } from './bookings.store';
import { Note } from './Note';
import type { Side } from './words';

const REASON_MAX = 500;
const OTHER = 'cancel.other';

type Choice = (typeof cancelReasons)[Side][number];

interface Reason {
  chosen: Choice | null;
  text: string;
}

/** The reason to be stored, or its validation error. */
export function reasonOf({ chosen, text }: Reason): { reason: string } | { error: string } {
  const words = chosen === OTHER ? text.trim() : chosen && t(chosen);
  if (!words) return { error: t('cancel.reason_required') };
  if (words.length > REASON_MAX) return { error: t('cancel.reason_long') };
  return { reason: words };
}

interface CancelBookingProps {
  booking: Booking;
  side: Side;
  opened: boolean;
  onClose: () => void;
  onCancelled: () => void;
}

function Reasons({ side, chosen, onChoose }: { side: Side; chosen: Choice | null; onChoose: (key: Choice) => void }) {
  return (
    <Flex component="fieldset" direction="column" gap="sm">
      <legend>{t('cancel.question')}</legend>
      {cancelReasons[side].map((key) => (
        <ChoiceRow
          key={key}
          name="chosen"
          value={key}
          label={t(key)}
          checked={chosen === key}
          required
          onChoose={() => onChoose(key)}
        />
      ))}
    </Flex>
  );
}

function validateReason(reason: Reason): FieldErrors<Reason> {
  const read = reasonOf(reason);
  if ('reason' in read) return {};
  return reason.chosen === OTHER ? { text: read.error } : { chosen: read.error };
}

/** The form of the cancellation, with a draft until the booking is cancelled. */
function useCancelling({ booking, side, onCancelled }: CancelBookingProps) {
  return useForm<Reason, Booking | null>({
    initial: { chosen: null, text: '' },
    draft: `cancel:${booking.id}`,
    allowEmptyOnBlur: true,
    validate: validateReason,
    send: async (typed) => {
      const read = reasonOf(typed);
      const fee = booking.cancel_cost?.amount ?? 0;
      return 'reason' in read ? cancel(booking.id, { reason: read.reason, by: side, fee }) : null;
    },
    proof: () => bookingProof(booking.id, ({ status }) => status === 'cancelled'),
    successMessage: 'cancel.done',
    errorMessage: 'cancel.failed',
    // The values stay visible while the dialog closes.
    valuesAfterSuccess: (_cancelled, reason) => reason,
    onSuccess: onCancelled,
  });
}

function CancelDialog(props: CancelBookingProps) {
  const { booking, side, opened, onClose } = props;
  const { cancel_cost: cost } = booking;
  const costText = booking.status === 'in_progress' ? 'jurisdictions.cancel_cost_started' : 'jurisdictions.cancel_cost';
  const formId = useId();
  const { values, errors, busy, field, set, onSubmit } = useCancelling(props);
  const buttons = (
    <>
      <OfflineReason />
      <Button variant="default" onClick={onClose} flex={{ base: '1 0 auto', sm: 'none' }}>
        {t('cancel.keep')}
      </Button>
      <OnlineButton quiet type="submit" form={formId} color="red" loading={busy}>
        {t('cancel.confirm')}
      </OnlineButton>
    </>
  );
  return (
    <AppDialog form="sheet" opened={opened} onClose={onClose} title={t('cancel.title')} footer={buttons}>
      <form id={formId} noValidate onSubmit={onSubmit} className="boli-form">
        <Text size="meta" c="dimmed">
          {bookingTitle(booking.id)}
        </Text>
        <Reasons side={side} chosen={values.chosen} onChoose={(chosen) => set('chosen', chosen)} />
        {values.chosen === OTHER && (
          <Textarea label={t('cancel.other_label')} required autosize minRows={2} {...field('text')} />
        )}
        {errors.chosen && (
          <Text role="alert" inherit c="var(--boli-danger)" fz="meta">
            {errors.chosen}
          </Text>
        )}
        <Note tone="amber" icon={IconAlertTriangle}>
          <p>{t('cancel.note')}</p>
          {cost && <p>{t(costText, { amount: formatMoney(cost.amount), rule: cost.rule })}</p>}
        </Note>
      </form>
    </AppDialog>
  );
}

/**
 * Asks for a reason (customers and drivers choose from different lists), then cancels the booking. Without a reason it
 * shows an error instead.
 */
export function CancelBooking(props: CancelBookingProps) {
  return <CancelDialog key={props.booking.id} {...props} />;
}
