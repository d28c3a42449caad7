import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { RatingInput } from '@boli/shared/ratings/ratings.schema';
import { Box, Group, Text, Textarea } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { useAttempt } from '../../core/attempt';
import { clearDraft, readDraft, writeDraft } from '../../core/draft';
import { t } from '../../core/t';
import { AppDialog } from '../../ui/AppDialog';
import { Avatar } from '../../ui/Avatar';
import { DialogButtons } from '../../ui/DialogButtons';
import { Price } from '../../ui/Price';
import { rate, usePress } from './bookings.actions';
import { type Level, Stars } from './Stars';

interface Draft {
  level: Level | null;
  review: string;
}

interface RateRideProps {
  booking: Booking;
  opened: boolean;
  onClose: () => void;
}

/** The rating as it is chosen and typed, kept for the session, and sending it. */
function useRating({ booking, onClose }: RateRideProps) {
  const draftName = `rating:${booking.id}`;
  const [draft, setDraft] = useState<Draft>(() => readDraft<Draft>(draftName, { level: null, review: '' }));
  const [fault, setFault] = useState<string | null>(null);
  const { busy, press } = usePress();
  const attempt = useAttempt();
  const change = (part: Partial<Draft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    setFault(null);
    writeDraft(draftName, next);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { level, review } = draft;
    if (level === null) return setFault(t('ratings.required'));
    const checked = RatingInput.shape.review.safeParse(review);
    if (!checked.success) return setFault(t('ratings.review_long'));
    const isDone = await press('rate', 'ratings.failed', async () => {
      const body = { booking_id: booking.id, rating: level, review: checked.data };
      await rate(body, attempt.keyFor(body));
      return t('ratings.thanks');
    });
    if (!isDone) return;
    clearDraft(draftName);
    onClose();
  };
  return { draft, fault, busy: busy !== null, change, submit };
}

/** Rate Your Ride: five stars with a word each, and a review if somebody likes to write one. */
export function RateRide(props: RateRideProps) {
  const { booking, opened, onClose } = props;
  const formId = useId();
  const { draft, fault, busy, change, submit } = useRating(props);
  const buttons = (
    <DialogButtons
      form={formId}
      send={t('ratings.submit')}
      leave={t('ratings.skip')}
      busy={busy}
      disabled={draft.level === null}
      onClose={onClose}
    />
  );
  return (
    <AppDialog opened={opened} onClose={onClose} title={t('ratings.title')} footer={buttons}>
      <form id={formId} noValidate className="boli-form boli-form-wide" onSubmit={(event) => void submit(event)}>
        <Group gap="sm" wrap="nowrap">
          <Avatar name={booking.driver_name} src={booking.quote.driver_photo} />
          <Box miw={0} flex={1}>
            <Text component="div" inherit fw="var(--mantine-font-weight-medium)">
              {booking.driver_name}
            </Text>
            <Text component="div" size="sm" c="dimmed">
              {t('bookings.going_to', { place: booking.drop_location })}
            </Text>
          </Box>
          <Price value={booking.final_price} size="stat" />
        </Group>
        <Stars value={draft.level} legend={t('ratings.title')} onChoose={(level) => change({ level })} />
        <Textarea
          label={t('ratings.review')}
          autosize
          minRows={3}
          value={draft.review}
          error={fault}
          onChange={(event) => change({ review: event.currentTarget.value })}
        />
      </form>
    </AppDialog>
  );
}
