import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { isTracked } from '@boli/shared/bookings/bookings.state';
import { ActionIcon, Button } from '@mantine/core';
import { IconNavigation, IconPhone } from '@tabler/icons-react';
import { t } from '../../../core/t';
import { telLink } from '../../../core/tel';
import { useSharing } from '../sharing/use-location-sharing';
import { otherName, otherPhone } from '../words';
import { ArriveButton, canArrive } from './ArriveButton';
import classes from './DriverWay.module.css';
import { navigationUrl, platformOf } from './navigate';

/** Opens the directions to the pickup, or to the drop once the ride has begun, in the map app of the device. */
function Navigate({ booking }: { booking: Booking }) {
  const { status, pickup_lat, pickup_lng, drop_lat, drop_lng, pickup_location, drop_location } = booking;
  const from = useSharing((sharing) => (sharing.bookingId === booking.id ? sharing.fix : null));
  const toDrop = status === 'in_progress';
  const label = toDrop ? drop_location : pickup_location;
  const to = toDrop ? { lat: drop_lat, lng: drop_lng } : { lat: pickup_lat, lng: pickup_lng };
  const platform = platformOf(navigator);
  return (
    <Button
      component="a"
      href={navigationUrl({ to, label, from }, platform)}
      {...(platform === 'other' && { target: '_blank', rel: 'noreferrer' })}
      variant="light"
      mih="3.5rem"
      aria-label={t('trip.navigate_to', { place: label })}
      leftSection={<IconNavigation size={20} stroke={1.75} aria-hidden />}
    >
      {t('trip.navigate')}
    </Button>
  );
}

/** What a driver needs on the way: the map app, I'm here and a call. */
export function DriverWay({ booking }: { booking: Booking }) {
  if (!isTracked(booking.status)) return null;
  const phone = otherPhone(booking, 'driver');
  return (
    <div className={classes.row}>
      <Navigate booking={booking} />
      {canArrive(booking) && <ArriveButton booking={booking} />}
      {phone && (
        <ActionIcon
          component="a"
          href={telLink(phone)}
          size={56}
          className={classes.call ?? ''}
          aria-label={t('bookings.call', { name: otherName(booking, 'driver') })}
        >
          <IconPhone size={22} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}
