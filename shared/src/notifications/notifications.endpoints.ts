import { endpoint } from '../core/endpoint';
import { Inbox, InboxQuery, ReadInput } from './notifications.schema';

export const listNotifications = endpoint({
  method: 'get',
  path: '/notifications',
  access: 'any',
  query: InboxQuery,
  reply: Inbox,
  summary: 'What happened while I was away, newest first, kept for 30 days',
});
export const readNotifications = endpoint({
  method: 'post',
  path: '/notifications/read',
  access: 'any',
  body: ReadInput,
  reply: Inbox,
  summary: 'Mark some of my notifications, or all, as read',
});
