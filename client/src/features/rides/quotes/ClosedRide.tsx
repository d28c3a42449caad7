import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { Button, Stack, Text } from '@mantine/core';
import { IconCalendarClock, IconRefresh, IconTag } from '@tabler/icons-react';
import { t } from '../../../core/t';
import { StatusBadge } from '../../../ui/StatusBadge';
import { hasEnded, usePostAgain } from '../post-again';

interface ClosedRideProps {
  ride: RideRequest;
  onOpenBooking: (id: string) => void;
}

/** A request that is no longer open: its status, that nothing was charged if it has no booking, and the next step. */
export function ClosedRide({ ride, onOpenBooking }: ClosedRideProps) {
  const { status, booking_id: booking } = ride;
  const postAgain = usePostAgain();
  return (
    <Stack className="boli-card" gap="sm">
      <Stack align="start" gap="xs" role="status">
        <StatusBadge kind="ride" status={status} />
        <p>{t('rides.not_open', { status: t(`rides.status.${status}`) })}</p>
        {ride.end_reason && <p>{t(`rides.end.${ride.end_reason}`)}</p>}
        {hasEnded(ride) && !booking && (
          <Text size="sm" c="dimmed">
            {t('rides.nothing_charged')}
          </Text>
        )}
      </Stack>
      {hasEnded(ride) && (
        <>
          <Button leftSection={<IconRefresh size={20} stroke={1.75} aria-hidden />} onClick={() => postAgain(ride)}>
            {t('rides.post_again')}
          </Button>
          <Button
            variant="default"
            data-wraps
            mih="3rem"
            leftSection={<IconTag size={20} stroke={1.75} aria-hidden />}
            onClick={() => postAgain(ride, 'price')}
          >
            {t('bids.post_priced')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconCalendarClock size={20} stroke={1.75} aria-hidden />}
            onClick={() => postAgain(ride, 'later')}
          >
            {t('rides.schedule')}
          </Button>
        </>
      )}
      {booking && (
        <Button variant="light" onClick={() => onOpenBooking(booking)}>
          {t('rides.see_booking')}
        </Button>
      )}
    </Stack>
  );
}
