import type { Eta } from '@boli/shared/arrival/arrival.schema';
import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleX, IconMapPinCheck, IconMapPinOff, IconSteeringWheel } from '@tabler/icons-react';
import { remainingKm } from '../../core/road';
import { t } from '../../core/t';
import { formatClock } from '../../core/time';
import { useEta } from './arrival';
import { Note } from './Note';
import { useSharing } from './use-location-sharing';
import { otherName, type Side } from './words';

function kmToDrop(eta: Eta): string {
  const key = eta.source === 'roads' ? 'bookings.km_to_drop' : 'bookings.km_to_drop_about';
  return t(key, { km: remainingKm(eta) });
}

function OnTheWay({ booking }: { booking: Booking }) {
  const eta = useEta(booking);
  return (
    <Note tone="info" icon={IconSteeringWheel}>
      <p>{t('bookings.on_the_way')}</p>
      {eta && <p>{kmToDrop(eta)}</p>}
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

/** The driver is at the pickup: for the customer who is to come, and for the driver who waits. */
function AtPickup({ booking, side, since }: { booking: Booking; side: Side; since: string }) {
  const name = otherName(booking, side);
  return (
    <Note tone="info" icon={IconMapPinCheck}>
      <p>{t(side === 'customer' ? 'bookings.driver_here' : 'bookings.you_are_here', { name })}</p>
      <p>{t('bookings.waiting_since', { time: formatClock(since) })}</p>
    </Note>
  );
}

interface BookingNotesProps {
  booking: Booking;
  side: Side;
  /** Retries reading the device's position. */
  onShare: () => void;
}

/** The notes on a booking: the driver is at the pickup, the ride is in progress, the position is not shared, why it was cancelled. */
export function BookingNotes({ booking, side, onShare }: BookingNotesProps) {
  const { status, arrived_at, cancelled_by, cancellation_reason: reason } = booking;
  if (status === 'accepted' && arrived_at) return <AtPickup booking={booking} side={side} since={arrived_at} />;
  if (status === 'in_progress' && side === 'customer') return <OnTheWay booking={booking} />;
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
