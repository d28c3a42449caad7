import { CURRENCY } from '@boli/shared/core/constants';
import type { MessageKey, MessageParams } from '@boli/shared/core/messages';
import { toRupees } from '@boli/shared/core/money';
import type { NotificationKind } from '@boli/shared/notifications/notifications.schema';
import type { RideDocument } from '../rides/rides.model';
import { notificationId } from './notification-id';
import type { NotificationDocument } from './notifications.model';

type Body = Extract<MessageKey, `notifications.${string}.body${string}`>;

/** The kind of a notice and its text. */
export interface Words {
  kind: NotificationKind;
  /** The text, if a kind has more than one. */
  body?: Body;
  params: MessageParams;
}

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: CURRENCY });
/** An amount of paise as text. */
export const money = (paise: number) => rupees.format(toRupees(paise));

/** The pickup and drop as parameters of a text. */
export const placesOf = ({
  pickup_location,
  drop_location,
}: Pick<RideDocument, 'pickup_location' | 'drop_location'>) => ({
  pickup: pickup_location,
  drop: drop_location,
});

/** The id of the notice of this kind that a user gets about an event: the same in each call. */
export const idOf = (event: string, kind: NotificationKind, userId: string) =>
  notificationId(`${event}:${kind}`, userId);

type Rest = Pick<NotificationDocument, 'ride_request_id' | 'booking_id' | 'scheduled_time' | 'created_at'>;

/** The row of an inbox that notifies this user of the event. */
export function notice(event: string, userId: string, { kind, body, ...rest }: Words & Rest): NotificationDocument {
  return {
    _id: idOf(event, kind, userId),
    user_id: userId,
    kind,
    title: `notifications.${kind}.title`,
    body: body ?? `notifications.${kind}.body`,
    ...rest,
    read_at: null,
  };
}
