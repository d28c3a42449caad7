import type { User } from '@boli/shared/auth/auth.schema';
import { SUSPENDED_SETTLES_HOURS } from '@boli/shared/core/constants';
import { useAddress } from '../core/address-bar';
import { t } from '../core/t';
import { useBookingsSync } from '../features/bookings/bookings.sync';
import { SuspensionNote } from '../ui/SuspensionNote';
import { StageMap, StageProvider } from '../ui/stage/stage-map';
import { BookingMoney } from './BookingMoney';
import { BookingDialogs } from './booking-dialogs';
import { lazyPart } from './lazy-part';
import { Shell } from './Shell';
import { TripReplay } from './TripReplay';
import { useHasBeenTrue } from './use-ever';

const MyBookings = lazyPart(async () => (await import('../features/bookings/MyBookings')).MyBookings);

interface SuspendedHomeProps {
  user: User;
  reason: string;
}

function Page({ user, reason }: SuspendedHomeProps) {
  const { params } = useAddress();
  const hasDialogs = useHasBeenTrue(params.has('booking'));
  const side = user.role === 'driver' ? 'driver' : 'customer';
  useBookingsSync();
  const dialogs = (
    <>
      {hasDialogs && <BookingDialogs side={side} />}
      {hasDialogs && <BookingMoney side={side} />}
      <TripReplay />
    </>
  );
  return (
    <Shell title={t('shell.welcome', { name: user.name })} map={<StageMap />} dialogs={dialogs}>
      <SuspensionNote>
        <p>{t('auth.suspended', { reason })}</p>
        <p>{t('auth.suspended_finish', { hours: SUSPENDED_SETTLES_HOURS })}</p>
      </SuspensionNote>
      <MyBookings side={side} />
    </Shell>
  );
}

/** The page of a suspended user who still has a ride or its payment to finish: the reason and the bookings. */
export function SuspendedHome(props: SuspendedHomeProps) {
  return (
    <StageProvider>
      <Page {...props} />
    </StageProvider>
  );
}
