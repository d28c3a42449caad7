import { createHash } from 'node:crypto';

/** The id of the notification that `event` names for this person: always the same, in the format of every public id. */
export function notificationId(event: string, userId: string): string {
  const hex = createHash('sha256').update(`${event}:${userId}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
