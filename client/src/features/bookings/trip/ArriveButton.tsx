import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { distanceKm } from '@boli/shared/core/distance';
import { Button } from '@mantine/core';
import { IconMapPinCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useDevicePosition } from '../../../core/device-position';
import { shownDecimalKm } from '../../../core/road';
import { t } from '../../../core/t';
import { useAction } from '../../../core/use-action';
import { AppDialog } from '../../../ui/AppDialog';
import { LockedButton } from '../../../ui/LockedButton';
import { OfflineReason, OnlineButton } from '../../../ui/OnlineButton';
import { arrive } from '../bookings.actions';
import { useSharing } from '../sharing/use-location-sharing';
import { isAhead } from '../words';

/** The distance from the pickup, in metres, beyond which a driver has to confirm the arrival. */
const FAR_M = 300;

/** Whether the driver may report the arrival at the pickup. */
export const canArrive = ({ status, arrived_at, scheduled_time }: Booking) =>
  status === 'accepted' && arrived_at === null && !isAhead(scheduled_time);

/** How far this device is from the pickup, in metres; null while its position is not known. */
function useMetersToPickup({ id, pickup_lat: lat, pickup_lng: lng }: Booking): number | null {
  const fix = useSharing((sharing) => (sharing.bookingId === id ? sharing.fix : null));
  const place = useDevicePosition(({ place: last }) => last);
  const here = fix ?? place;
  return here && distanceKm(here, { lat, lng }) * 1_000;
}

/** "450 m" under a kilometre, else "2.1 km". */
function distanceText(meters: number): string {
  if (meters < 1_000) return t('trip.meters', { m: Math.round(meters / 50) * 50 });
  return t('rides.distance', { km: shownDecimalKm(meters / 1_000) });
}

interface AskProps {
  booking: Booking;
  meters: number;
  opened: boolean;
  onClose: () => void;
  onYes: () => void;
}

function AskFar({ booking, meters, opened, onClose, onYes }: AskProps) {
  const buttons = (
    <>
      <OfflineReason />
      <Button variant="default" onClick={onClose}>
        {t('trip.not_yet')}
      </Button>
      <OnlineButton quiet onClick={onYes}>
        {t('trip.far_yes')}
      </OnlineButton>
    </>
  );
  return (
    <AppDialog form="sheet" opened={opened} onClose={onClose} title={t('trip.far_title')} footer={buttons}>
      <p>{t('trip.far_question', { distance: distanceText(meters), name: booking.customer_name })}</p>
    </AppDialog>
  );
}

/** I'm here: tells the customer that the driver is at the pickup. Asks first if the device is far from the pickup. */
export function ArriveButton({ booking }: { booking: Booking }) {
  const [asking, setAsking] = useState(false);
  const { busy, act } = useAction();
  const meters = useMetersToPickup(booking);
  const send = () => {
    setAsking(false);
    return act({
      name: 'arrived',
      run: () => arrive(booking.id),
      successMessage: 'bookings.arrived_toast',
      errorMessage: 'bookings.update_failed',
    });
  };
  return (
    <>
      <LockedButton
        needsServer
        meaning="arrived"
        variant="default"
        mih="3.5rem"
        leftSection={<IconMapPinCheck size={20} stroke={1.75} aria-hidden />}
        loading={busy === 'arrived'}
        onClick={() => (meters !== null && meters > FAR_M ? setAsking(true) : void send())}
      >
        {t('bookings.im_here')}
      </LockedButton>
      <AskFar
        booking={booking}
        meters={meters ?? 0}
        opened={asking}
        onClose={() => setAsking(false)}
        onYes={() => void send()}
      />
    </>
  );
}
