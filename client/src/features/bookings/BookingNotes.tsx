import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleX, IconMapPinOff, IconSteeringWheel } from '@tabler/icons-react';
import { t } from '../../core/t';
import { formatClock } from '../../core/time';
import { Note } from './Note';
import { useSilentSince } from './PositionAge';
import { useSharing } from './sharing/use-location-sharing';
import type { Side } from './words';

function OnTheWay() {
  return (
    <Note tone="info" icon={IconSteeringWheel}>
      <p>{t('bookings.on_the_way')}</p>
    </Note>
  );
}

/** Tells the customer that the driver's position stopped coming. */
function Silent({ booking, since }: { booking: Booking; since: number }) {
  return (
    <Note tone="amber" icon={IconMapPinOff}>
      <p role="status">{t('trip.silent', { name: booking.driver_name, time: formatClock(since) })}</p>
    </Note>
  );
}

function NotShared({ booking, onShare }: { booking: Booking; onShare: () => void }) {
  const isShared = useSharing((sharing) => sharing.bookingId === booking.id);
  if (isShared) return null;
  const retry = (
    <Button variant="light" size="sm" onClick={onShare}>
      {t('bookings.share_location')}
    </Button>
  );
  return (
    <Note tone="amber" icon={IconMapPinOff} action={retry}>
      <p>{t('bookings.not_shared')}</p>
    </Note>
  );
}

interface BookingNotesProps {
  booking: Booking;
  side: Side;
  /** Retries reading the device's position. */
  onShare: () => void;
}

/**
 * One note on a booking: that the ride is in progress, that the driver's position is not shared or no longer arrives, or
 * why the booking was cancelled or rejected.
 */
export function BookingNotes({ booking, side, onShare }: BookingNotesProps) {
  const { status, cancelled_by, cancellation_reason: reason } = booking;
  const silentSince = useSilentSince(booking);
  if (side === 'customer' && silentSince !== null) return <Silent booking={booking} since={silentSince} />;
  if (status === 'in_progress' && side === 'customer') return <OnTheWay />;
  if (status === 'in_progress') return <NotShared booking={booking} onShare={onShare} />;
  if (status === 'cancelled' && cancelled_by && reason) {
    const who = t(`bookings.who_${cancelled_by}`);
    return (
      <Note tone="amber" icon={IconCircleX}>
        <p>{t('bookings.cancelled_by', { who, reason })}</p>
      </Note>
    );
  }
  if (status === 'rejected' && reason) {
    return (
      <Note tone="red" icon={IconAlertTriangle}>
        <p>{t('bookings.rejected_because', { reason })}</p>
      </Note>
    );
  }
  return null;
}
