import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { isTracked } from '@boli/shared/bookings/bookings.state';
import { Button, Text } from '@mantine/core';
import { useAddress } from '../../../core/address-bar';
import { useIsSuspended, useSession } from '../../../core/session';
import { t } from '../../../core/t';
import { otherName, otherPhone, type Side } from '../words';

/** Says that the other party of a trip has given no phone number, and offers to add the user's if it is missing. */
export function NoPhone({ booking, side }: { booking: Booking; side: Side }) {
  const { go } = useAddress();
  const user = useSession((session) => session.user);
  // A suspended user has no account dialog.
  const isSuspended = useIsSuspended();
  const name = otherName(booking, side);
  if (!isTracked(booking.status)) return null;
  return (
    <>
      {otherPhone(booking, side) === null && (
        <Text size="sm" c="dimmed">
          {t('trip.no_phone', { name })}
        </Text>
      )}
      {user?.phone === null && !isSuspended && (
        <Button data-wraps variant="subtle" size="sm" onClick={() => go({ dialog: 'account' })}>
          {t('trip.add_phone', { name })}
        </Button>
      )}
    </>
  );
}
