import type { Notification } from '@boli/shared/notifications/notifications.schema';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { signIn, signOut } from '../../core/session';
import { renderPart } from '../../testing/render';
import { type Answer, fakeServer } from '../../testing/server';
import { NotificationBell } from './NotificationBell';
import { NotificationsDialog } from './NotificationsDialog';
import { addNotification, applyRead, useNotifications } from './notifications.store';

const accepted: Notification = {
  id: 'n1',
  kind: 'booking_accepted',
  title: 'Booking accepted',
  body: 'Ravi Kumar accepted your booking',
  ride_request_id: 'r1',
  booking_id: 'b1',
  scheduled_time: null,
  created_at: '2026-11-21T04:10:00.000Z',
  read_at: null,
};
const reminder: Notification = {
  ...accepted,
  id: 'n2',
  kind: 'ride_reminder',
  title: 'Ride in 30 minutes',
  body: 'Your ride starts soon',
  scheduled_time: '2026-11-21T05:00:00.000Z',
  created_at: '2026-11-21T04:30:00.000Z',
};
const user = { id: 'c1', name: 'Asha', email: 'asha@example.in', role: 'customer' as const, phone: null };

let inbox: Answer;
let reading: Answer;
let asked: { requests: { path: string; body: unknown }[] };
let opened: Notification[];

beforeEach(() => {
  opened = [];
  inbox = { body: { notifications: [reminder, accepted], unread: 2 } };
  reading = { body: { notifications: [], unread: 0 } };
  asked = fakeServer({ 'GET /notifications': () => inbox, 'POST /notifications/read': () => reading });
  signIn({ access_token: 't', token_type: 'bearer', user });
});
afterEach(() => {
  cleanup();
  signOut();
});

const show = () =>
  renderPart(
    <>
      <NotificationBell onOpen={() => undefined} />
      <NotificationsDialog opened onClose={() => undefined} onOpen={(row) => opened.push(row)} />
    </>,
  );
const bell = (name: string) => screen.findByRole('button', { name, hidden: true });

test('the bell counts unread notifications; a notification that is pushed twice counts once', async () => {
  show();
  await bell('Notifications, 2 unread');
  const more = { ...accepted, id: 'n3', title: 'Payment completed', created_at: '2026-11-21T04:40:00.000Z' };
  act(() => addNotification(more));
  act(() => addNotification(more));
  await bell('Notifications, 3 unread');
  const titles = screen.getAllByRole('listitem').map((row) => row.textContent ?? '');
  expect(titles[0]).toContain('Payment completed');
  expect(titles[1]).toContain('Ride in 30 minutes');
  act(() => applyRead({ ids: null, unread: 0 }));
  await bell('Notifications');
  expect(screen.queryByText('Unread')).toBeNull();
});

test('a row opens its subject and becomes read', async () => {
  reading = { body: { notifications: [], unread: 1 } };
  show();
  fireEvent.click(await screen.findByText('Ravi Kumar accepted your booking'));
  expect(opened.map((row) => row.booking_id)).toEqual(['b1']);
  await bell('Notifications, 1 unread');
  await waitFor(() =>
    expect(asked.requests.at(-1)).toMatchObject({ path: '/notifications/read', body: { ids: ['n1'] } }),
  );
  expect(screen.getAllByText('Unread')).toHaveLength(1);
  fireEvent.click(screen.getByText('Ravi Kumar accepted your booking'));
  expect(asked.requests.filter(({ path }) => path === '/notifications/read')).toHaveLength(1);
});

test('a reminder shows the planned time', async () => {
  show();
  const row = (await screen.findByText('Ride in 30 minutes')).closest('button');
  expect(row?.querySelector('time[datetime="2026-11-21T05:00:00.000Z"]')).toBeTruthy();
});

test('all notifications can be marked as read; a failure reverts that and shows a toast', async () => {
  show();
  reading = { status: 500, body: {} };
  fireEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }));
  expect(await screen.findByText('Failed to mark as read')).toBeTruthy();
  await bell('Notifications, 2 unread');
  reading = { body: { notifications: [], unread: 0 } };
  fireEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }));
  await bell('Notifications');
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
});

test('an inbox that could not be loaded can be loaded again; an empty one shows a description', async () => {
  inbox = { status: 500, body: {} };
  show();
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.queryByText('No notifications yet')).toBeNull();
  inbox = { body: { notifications: [], unread: 0 } };
  fireEvent.click(again);
  expect(await screen.findByText('No notifications yet')).toBeTruthy();
});

test('older rows are loaded on request; a failure is shown, and the button stays', async () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 3, minute)).toISOString();
  const many = Array.from({ length: 50 }, (_, index) => ({ ...accepted, id: `m${index}`, created_at: at(50 - index) }));
  inbox = { body: { notifications: many, unread: 0 } };
  show();
  const more = await screen.findByRole('button', { name: 'Show more' });
  inbox = { status: 500, body: {} };
  fireEvent.click(more);
  expect(await screen.findByText('Could not load')).toBeTruthy();
  inbox = { body: { notifications: [{ ...accepted, id: 'old', created_at: at(0) }], unread: 0 } };
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(51));
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('sign-out clears the inbox, so that the next user does not see it', async () => {
  show();
  await bell('Notifications, 2 unread');
  act(() => signOut());
  expect(useNotifications.getState()).toMatchObject({ rows: null, unread: 0 });
});
