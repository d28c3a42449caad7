import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { cancelReasons } from '@boli/shared/bookings/bookings.state';
import { Button, Flex, Text, Textarea } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { clearDraft, readDraft, writeDraft } from '../../core/draft';
import { bookingTitle } from '../../core/short-id';
import { t } from '../../core/t';
import { AppDialog } from '../../ui/AppDialog';
import { ChoiceRow } from '../../ui/ChoiceRow';
import { cancel, usePress } from './bookings.actions';
import { useReachable } from './bookings.live';
import { Note } from './Note';
import type { Side } from './words';

const REASON_MAX = 500;
const OTHER = 'cancel.other';

type Choice = (typeof cancelReasons)[Side][number];

interface Reason {
  chosen: Choice | null;
  text: string;
}

/** The reason as it will stand in the booking, or the sentence that says what is missing. */
export function reasonOf({ chosen, text }: Reason): { reason: string } | { fault: string } {
  const words = chosen === OTHER ? text.trim() : chosen && t(chosen);
  if (!words) return { fault: t('cancel.reason_required') };
  if (words.length > REASON_MAX) return { fault: t('cancel.reason_long') };
  return { reason: words };
}

/** What is chosen and typed, kept for the session until the booking is cancelled. */
function useReason(bookingId: string) {
  const draft = `cancel:${bookingId}`;
  const [reason, setReason] = useState<Reason>(() => readDraft<Reason>(draft, { chosen: null, text: '' }));
  const change = (part: Partial<Reason>) => {
    const next = { ...reason, ...part };
    setReason(next);
    writeDraft(draft, next);
  };
  return { reason, change, clear: () => clearDraft(draft) };
}

interface CancelBookingProps {
  booking: Booking;
  side: Side;
  opened: boolean;
  onClose: () => void;
  onCancelled: () => void;
}

interface CancelFormProps extends Omit<CancelBookingProps, 'opened' | 'onClose'> {
  formId: string;
  press: ReturnType<typeof usePress>['press'];
}

function Reasons({ side, chosen, onChoose }: { side: Side; chosen: Choice | null; onChoose: (key: Choice) => void }) {
  return (
    <Flex component="fieldset" direction="column" gap="sm">
      <legend>{t('cancel.question')}</legend>
      {cancelReasons[side].map((key) => (
        <ChoiceRow
          key={key}
          name="reason"
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

function CancelForm({ booking, side, onCancelled, formId, press }: CancelFormProps) {
  const { reason, change, clear } = useReason(booking.id);
  const [fault, setFault] = useState<string | null>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const checked = reasonOf(reason);
    if ('fault' in checked) {
      setFault(checked.fault);
      return box.current?.focus();
    }
    const isDone = await press('cancel', 'cancel.failed', async () => {
      await cancel(booking.id, checked.reason, side);
      return t('cancel.done');
    });
    if (!isDone) return;
    clear();
    onCancelled();
  };
  const take = (part: Partial<Reason>) => {
    setFault(null);
    change(part);
  };
  const isOther = reason.chosen === OTHER;
  return (
    <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="boli-form">
      <Text size="meta" c="dimmed">
        {bookingTitle(booking.id)}
      </Text>
      <Reasons side={side} chosen={reason.chosen} onChoose={(chosen) => take({ chosen })} />
      {isOther && (
        <Textarea
          ref={box}
          label={t('cancel.other_label')}
          required
          autosize
          minRows={2}
          value={reason.text}
          error={fault}
          onChange={(event) => take({ text: event.currentTarget.value })}
        />
      )}
      {fault && !isOther && (
        <Text role="alert" inherit c="var(--boli-danger)" fz="meta">
          {fault}
        </Text>
      )}
      <Note tone="amber" icon={IconAlertTriangle}>
        <p>{t('cancel.note')}</p>
      </Note>
    </form>
  );
}

/** Asks for the reason, by role, and cancels. Nothing happens without a reason. */
export function CancelBooking({ booking, side, opened, onClose, onCancelled }: CancelBookingProps) {
  const formId = useId();
  const { busy, press } = usePress();
  const isReachable = useReachable();
  const buttons = (
    <>
      <Button variant="default" onClick={onClose} flex={{ base: '1 0 auto', sm: 'none' }}>
        {t('cancel.keep')}
      </Button>
      <Button type="submit" form={formId} color="red" loading={busy !== null} disabled={!isReachable}>
        {t('cancel.confirm')}
      </Button>
    </>
  );
  return (
    <AppDialog opened={opened} onClose={onClose} title={t('cancel.title')} footer={buttons}>
      <CancelForm
        key={booking.id}
        booking={booking}
        side={side}
        onCancelled={onCancelled}
        formId={formId}
        press={press}
      />
    </AppDialog>
  );
}
