import type { User } from '@boli/shared/auth/auth.schema';
import { SUSPENDED_SETTLES_HOURS } from '@boli/shared/core/constants';
import { useAddress } from '../core/address-bar';
import { t } from '../core/t';
import { useBookingsSync } from '../features/bookings/bookings.sync';
import { SuspensionNote } from '../ui/SuspensionNote';
import { BookingMoney } from './BookingMoney';
import { lazyPart } from './lazy-part';
import { Shell } from './Shell';
import { TripReplay } from './TripReplay';
import { useHasBeenTrue } from './use-ever';

const MyBookings = lazyPart(async () => (await import('../features/bookings/MyBookings')).MyBookings);
const BookingDialogs = lazyPart(async () => (await import('../features/bookings/BookingDialogs')).BookingDialogs);

/** The page of a suspended user who still has a ride or its payment to finish: the reason and the bookings. */
export function SuspendedHome({ user, reason }: { user: User; reason: string }) {
  const { params } = useAddress();
  const hasDialogs = useHasBeenTrue(params.has('booking'));
  const side = user.role === 'driver' ? 'driver' : 'customer';
  useBookingsSync();
  return (
    <Shell title={t('shell.welcome', { name: user.name })}>
      <SuspensionNote>
        <p>{t('auth.suspended', { reason })}</p>
        <p>{t('auth.suspended_finish', { hours: SUSPENDED_SETTLES_HOURS })}</p>
      </SuspensionNote>
      <MyBookings side={side} />
      {hasDialogs && <BookingDialogs side={side} />}
      {hasDialogs && <BookingMoney side={side} />}
      <TripReplay />
    </Shell>
  );
}
