import type { BookingStatus } from '@boli/shared/bookings/bookings.state';
import type { MessageKey } from '@boli/shared/core/messages';
import type { VerificationStatus } from '@boli/shared/drivers/drivers.schema';
import type { RideStatus } from '@boli/shared/rides/rides.state';
import { Box } from '@mantine/core';
import {
  type Icon,
  IconArrowBackUp,
  IconBan,
  IconBroadcast,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconHelpCircle,
  IconHourglassHigh,
  IconHourglassOff,
  IconRosetteDiscountCheck,
  IconSteeringWheel,
  IconThumbUp,
  IconUserCheck,
} from '@tabler/icons-react';
import { t } from '../core/t';
import { Badge, type Tone } from './Badge';
import type { PaymentState } from './payment-word';
import classes from './StatusBadge.module.css';

interface Look {
  tone: Tone;
  icon: Icon;
  word: MessageKey;
  /** A second text after the label. */
  beside?: MessageKey;
}

const ride: Record<RideStatus, Look> = {
  open: { tone: 'amber', icon: IconBroadcast, word: 'rides.status.open' },
  booked: { tone: 'indigo', icon: IconUserCheck, word: 'rides.status.booked' },
  in_progress: { tone: 'live', icon: IconSteeringWheel, word: 'rides.status.in_progress' },
  completed: { tone: 'green', icon: IconCircleCheck, word: 'rides.status.completed' },
  cancelled: { tone: 'grey', icon: IconCircleX, word: 'rides.status.cancelled' },
  expired: { tone: 'grey', icon: IconHourglassOff, word: 'rides.status.expired' },
};
const booking: Record<BookingStatus, Look> = {
  pending: { tone: 'amber', icon: IconClock, word: 'bookings.status.pending' },
  accepted: { tone: 'indigo', icon: IconThumbUp, word: 'bookings.status.accepted' },
  in_progress: { tone: 'live', icon: IconSteeringWheel, word: 'bookings.status.in_progress' },
  completed: { tone: 'green', icon: IconCircleCheck, word: 'bookings.status.completed' },
  cancelled: { tone: 'grey', icon: IconCircleX, word: 'bookings.status.cancelled' },
  rejected: { tone: 'red', icon: IconBan, word: 'bookings.status.rejected' },
};
const payment: Record<PaymentState, Look> = {
  pending: { tone: 'amber', icon: IconClock, word: 'payments.status.pending' },
  not_charged: { tone: 'grey', icon: IconClock, word: 'payments.status.pending', beside: 'payments.not_charged' },
  completed: { tone: 'green', icon: IconCircleCheck, word: 'payments.status.completed' },
  claimed: {
    tone: 'amber',
    icon: IconHelpCircle,
    word: 'payments.status.completed',
    beside: 'payments.not_confirmed_yet',
  },
  cash: {
    tone: 'amber',
    icon: IconHelpCircle,
    word: 'payments.status.completed',
    beside: 'payments.cash_to_confirm',
  },
  due: { tone: 'amber', icon: IconClock, word: 'payments.refund.due' },
  review: { tone: 'amber', icon: IconHourglassHigh, word: 'payments.refund.review' },
  refunded: { tone: 'grey', icon: IconArrowBackUp, word: 'payments.refund.refunded' },
  partly_refunded: { tone: 'grey', icon: IconArrowBackUp, word: 'payments.refund.partly_refunded' },
};
const driver: Record<VerificationStatus, Look> = {
  pending: { tone: 'amber', icon: IconClock, word: 'drivers.pending' },
  verified: { tone: 'green', icon: IconRosetteDiscountCheck, word: 'drivers.verified' },
  rejected: { tone: 'red', icon: IconBan, word: 'drivers.status_rejected' },
};

export type Status =
  | { kind: 'ride'; status: RideStatus }
  | { kind: 'booking'; status: BookingStatus }
  | { kind: 'payment'; status: PaymentState }
  | { kind: 'driver'; status: VerificationStatus };

function lookOf(of: Status): Look {
  switch (of.kind) {
    case 'ride':
      return ride[of.status];
    case 'booking':
      return booking[of.status];
    case 'payment':
      return payment[of.status];
    case 'driver':
      return driver[of.status];
  }
}

/** The icon, text and colour of a status, the same on every screen. Only 'in progress' is solid, with a pulsing dot. */
export function StatusBadge({ onSolid = false, ...of }: Status & { onSolid?: boolean }) {
  const { tone, icon, word, beside } = lookOf(of);
  return (
    <Badge tone={tone} icon={icon} onSolid={onSolid}>
      <span data-clear-of-toasts>
        <span className={classes.word}>{t(word)}</span>
        {beside && (
          <Box component="span" ms="xxs">
            · {t(beside)}
          </Box>
        )}
      </span>
    </Badge>
  );
}
