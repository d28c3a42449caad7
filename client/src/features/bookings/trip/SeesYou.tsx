import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { STALE_FIX_MS } from '@boli/shared/core/constants';
import type { MessageKey } from '@boli/shared/core/messages';
import { Group, Text } from '@mantine/core';
import { IconBroadcast, IconBroadcastOff } from '@tabler/icons-react';
import { useOnline } from '../../../core/network';
import { t } from '../../../core/t';
import { relative, useNow } from '../../../core/time';
import { useSharing } from '../sharing/use-location-sharing';

/**
 * The text, and whether the customer sees the present position; `isSeen` is also false if the customer sees it only
 * while the app is open. Null while no position is shared or the first one is being sent.
 */
function useSharingWords(bookingId: string, now: number): { says: MessageKey; isSeen: boolean } | null {
  const isOnline = useOnline();
  const { bookingId: shared, deliveredAt, failure, isOpenOnly } = useSharing();
  if (shared !== bookingId) return null;
  if (!isOnline || failure === 'offline') return { says: 'trip.sees_you_offline', isSeen: false };
  if (failure === 'refused') return { says: 'trip.sees_you_refused', isSeen: false };
  if (deliveredAt === null) return null;
  const isOld = now - deliveredAt > STALE_FIX_MS;
  if (!isOld && isOpenOnly) return { says: 'trip.sees_you_open', isSeen: false };
  return { says: isOld ? 'trip.sees_you_old' : 'trip.sees_you', isSeen: !isOld };
}

/**
 * Says whether the customer sees this device, and the age of the last position that the server accepted; renders
 * nothing while the position is not shared.
 */
export function SeesYou({ booking }: { booking: Booking }) {
  const now = useNow(1_000);
  const words = useSharingWords(booking.id, now);
  const deliveredAt = useSharing((sharing) => sharing.deliveredAt);
  if (!words) return null;
  const { says, isSeen } = words;
  const Sign = isSeen ? IconBroadcast : IconBroadcastOff;
  return (
    <Group gap="xs" wrap="nowrap" justify="space-between">
      <Group gap="xs" wrap="nowrap" miw={0}>
        <Sign size={20} stroke={1.75} color={isSeen ? 'var(--boli-green)' : 'var(--boli-danger)'} aria-hidden />
        <Text size="sm" role="status" {...(!isSeen && { fw: 'var(--mantine-font-weight-medium)' })}>
          {t(says, { name: booking.customer_name })}
        </Text>
      </Group>
      {deliveredAt !== null && (
        <Text size="meta" c="dimmed" flex="none">
          {relative(deliveredAt, Math.max(now, deliveredAt))}
        </Text>
      )}
    </Group>
  );
}
