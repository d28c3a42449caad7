import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { RatingInput } from '@boli/shared/ratings/ratings.schema';
import { Box, Group, Text, Textarea } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import { t } from '../../core/t';
import { useForm } from '../../core/use-form';
import { AppDialog } from '../../ui/AppDialog';
import { Avatar } from '../../ui/Avatar';
import { DialogButtons } from '../../ui/DialogButtons';
import { Price } from '../../ui/Price';
import { rate } from './bookings.actions';
import { bookingProof } from './bookings.store';
import { type Level, Stars } from './Stars';

const schema = RatingInput.pick({ rating: true, review: true });

interface Draft {
  rating: Level | null;
  review: string;
}

interface RateRideProps {
  booking: Booking;
  opened: boolean;
  /** The star that is chosen when the dialog opens; null for none. */
  star?: Level | null;
  onClose: () => void;
}

/** The form of the rating, with a draft. */
function useRating({ booking, onClose }: RateRideProps) {
  return useForm<Draft, unknown>({
    schema,
    initial: { rating: null, review: '' },
    draft: `rating:${booking.id}`,
    send: (draft, key) => rate({ booking_id: booking.id, ...schema.parse(draft) }, key),
    proof: () => bookingProof(booking.id, ({ has_rating }) => has_rating),
    successMessage: 'ratings.thanks',
    errorMessage: 'ratings.failed',
    valuesAfterSuccess: (_rated, draft) => draft,
    onSuccess: onClose,
  });
}

/** Rate Your Ride: five stars with a label each, and an optional review. */
export function RateRide(props: RateRideProps) {
  const { booking, opened, star = null, onClose } = props;
  const formId = useId();
  const { values, busy, field, set, onSubmit } = useRating(props);
  const taken = useRef<Level | null>(null);
  useEffect(() => {
    const pressed = opened ? star : null;
    if (pressed !== null && pressed !== taken.current) set('rating', pressed);
    taken.current = pressed;
  });
  const buttons = (
    <>
      {/* The line stays, empty, once the hint is not needed: a lower footer would move the stars. */}
      <Text w="100%" size="sm">
        {values.rating === null ? t('ratings.required') : '\u00a0'}
      </Text>
      <DialogButtons
        form={formId}
        send={t('ratings.submit')}
        leave={t('ratings.skip')}
        busy={busy}
        disabled={values.rating === null}
        onClose={onClose}
      />
    </>
  );
  return (
    <AppDialog form="sheet" opened={opened} onClose={onClose} title={t('ratings.title')} footer={buttons}>
      <form id={formId} noValidate className="boli-form boli-form-wide" onSubmit={onSubmit}>
        <Group gap="sm" wrap="nowrap">
          <Avatar name={booking.driver_name} src={booking.quote.driver_photo} />
          <Box miw={0} flex="1 1 7rem">
            <Text component="div" inherit fw="var(--mantine-font-weight-medium)">
              {booking.driver_name}
            </Text>
            <Text component="div" size="sm" c="dimmed">
              {t('bookings.going_to', { place: booking.drop_location })}
            </Text>
          </Box>
          <Price value={booking.final_price} size="stat" />
        </Group>
        <Stars value={values.rating} legend={t('ratings.title')} onChoose={(level) => set('rating', level)} />
        <Textarea label={t('ratings.review')} autosize minRows={3} {...field('review')} />
      </form>
    </AppDialog>
  );
}
