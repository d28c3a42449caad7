import type { Notification, NotificationKind } from '@boli/shared/notifications/notifications.schema';
import { Box, Center, Flex, Text } from '@mantine/core';
import {
  type Icon,
  IconAlarm,
  IconArrowBackUp,
  IconBan,
  IconCar,
  IconCash,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconCreditCard,
  IconFlag,
  IconHourglassHigh,
  IconHourglassOff,
  IconMapPin,
  IconMapPinCheck,
  IconMessage2Check,
  IconMessage2Question,
  IconMessages,
  IconReceiptOff,
  IconRosetteDiscountCheck,
  IconStar,
  IconSteeringWheel,
  IconThumbUp,
  IconUserCheck,
} from '@tabler/icons-react';
import { t } from '../../core/t';
import type { Tone } from '../../ui/Badge';
import { PlannedTime } from '../../ui/PlannedTime';
import { TimeAgo } from '../../ui/TimeAgo';
import tones from '../../ui/Tones.module.css';
import classes from './Notifications.module.css';

/** Each kind has the icon and the colour of the state that it reports. */
const looks: Record<NotificationKind, { icon: Icon; tone: Tone }> = {
  quote_received: { icon: IconMessages, tone: 'amber' },
  counter_asked: { icon: IconMessage2Question, tone: 'amber' },
  counter_answered: { icon: IconMessage2Check, tone: 'amber' },
  ride_expired: { icon: IconHourglassOff, tone: 'grey' },
  booking_requested: { icon: IconUserCheck, tone: 'indigo' },
  booking_accepted: { icon: IconThumbUp, tone: 'indigo' },
  driver_arriving: { icon: IconMapPin, tone: 'indigo' },
  driver_arrived: { icon: IconMapPinCheck, tone: 'green' },
  ride_started: { icon: IconSteeringWheel, tone: 'indigo' },
  ride_completed: { icon: IconFlag, tone: 'green' },
  booking_rejected: { icon: IconBan, tone: 'red' },
  booking_cancelled: { icon: IconCircleX, tone: 'grey' },
  payment_due: { icon: IconCreditCard, tone: 'amber' },
  payment_claimed: { icon: IconCash, tone: 'amber' },
  payment_completed: { icon: IconCircleCheck, tone: 'green' },
  payment_refused: { icon: IconReceiptOff, tone: 'red' },
  refund_review: { icon: IconHourglassHigh, tone: 'amber' },
  refund_none: { icon: IconReceiptOff, tone: 'grey' },
  refund_due: { icon: IconClock, tone: 'amber' },
  refund_completed: { icon: IconArrowBackUp, tone: 'grey' },
  ride_refused: { icon: IconBan, tone: 'red' },
  verification_approved: { icon: IconRosetteDiscountCheck, tone: 'green' },
  verification_rejected: { icon: IconBan, tone: 'red' },
  verification_undone: { icon: IconClock, tone: 'amber' },
  vehicle_number_missing: { icon: IconCar, tone: 'amber' },
  ride_reminder: { icon: IconAlarm, tone: 'amber' },
  rate_ride: { icon: IconStar, tone: 'amber' },
};

/** One notification; the whole row opens its subject. */
export function NotificationRow({ row, onOpen }: { row: Notification; onOpen: () => void }) {
  const { icon: Sign, tone } = looks[row.kind];
  const isUnread = row.read_at === null;
  return (
    <button type="button" className={classes.row} data-unread={isUnread} onClick={onOpen}>
      <Center
        component="span"
        className={tones[tone] ?? ''}
        w="2.5rem"
        h="2.5rem"
        flex="none"
        bdrs="var(--boli-bid-radius)"
      >
        <Sign size={20} stroke={1.75} aria-hidden />
      </Center>
      <Flex component="span" direction="column" gap="nudge" miw={0} flex={1}>
        <Flex component="span" align="center" justify="space-between" gap="xs">
          <span className={classes.title}>{row.title}</span>
          {isUnread && (
            <Box w="0.5rem" h="0.5rem" flex="none" bg="var(--boli-brand)" bdrs="chip" component="span">
              <span className="visually-hidden">{t('notifications.unread')}</span>
            </Box>
          )}
        </Flex>
        <Text span size="sm" c="dimmed">
          {row.body}
        </Text>
        <Flex component="span" wrap="wrap" rowGap="xxs" columnGap="sm" c="dimmed" fz="meta" lh="meta">
          <TimeAgo time={row.created_at} />
          {row.kind === 'ride_reminder' && <PlannedTime time={row.scheduled_time} />}
        </Flex>
      </Flex>
    </button>
  );
}
