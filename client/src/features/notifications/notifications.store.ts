import { listNotifications, readNotifications } from '@boli/shared/notifications/notifications.endpoints';
import type { Inbox, Notification } from '@boli/shared/notifications/notifications.schema';
import { create } from 'zustand';
import { call } from '../../core/api';
import { useSession } from '../../core/session';

interface NotificationsState {
  /** Newest first; null until the first answer. */
  rows: Notification[] | null;
  /** How many of all are unread, also of those not read here yet. */
  unread: number;
  /** There may be older ones. */
  hasMore: boolean;
  /** The last read failed; what is held stays on screen. */
  failed: boolean;
}

const PAGE = 50;
const empty: NotificationsState = { rows: null, unread: 0, hasMore: false, failed: false };

/** The signed-in person's inbox. */
export const useNotifications = create<NotificationsState>(() => empty);

/** The rows of both, newest first; of two of the same the first. */
function merged(rows: readonly Notification[], more: readonly Notification[]): Notification[] {
  const byId = new Map([...more, ...rows].map((row) => [row.id, row]));
  return [...byId.values()].sort((a, b) => b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id));
}

/** How often the inbox has changed by a push: an answer asked for before that is older than it. */
let pushes = 0;

/** Reads the newest, or those before this time. Rejects with the ApiError. */
export async function loadNotifications(before?: string): Promise<void> {
  const reader = useSession.getState().user?.id;
  const asked = pushes;
  const inbox = await call(listNotifications, { query: { limit: PAGE, ...(before && { before }) } }).catch((error) => {
    if (useSession.getState().user?.id === reader) useNotifications.setState({ failed: true });
    throw error;
  });
  if (useSession.getState().user?.id !== reader) return;
  if (asked !== pushes) return loadNotifications(before);
  useNotifications.setState(({ rows }) => ({
    rows: before ? merged(inbox.notifications, rows ?? []) : inbox.notifications,
    unread: inbox.unread,
    hasMore: inbox.notifications.length === PAGE,
    failed: false,
  }));
}

/** Takes a pushed row; the same again changes nothing. Before the first answer only the count shows it. */
export function takeNotification(row: Notification): void {
  pushes += 1;
  useNotifications.setState(({ rows, unread }) =>
    rows?.some((held) => held.id === row.id) ? {} : { rows: rows && merged([row], rows), unread: unread + 1 },
  );
}

/** Takes that rows (all for null) were read, here or on another device. */
export function takeRead({ ids, unread }: { ids: readonly string[] | null; unread: number }): void {
  pushes += 1;
  const now = new Date().toISOString();
  const isRead = (row: Notification) => row.read_at === null && (ids === null || ids.includes(row.id));
  useNotifications.setState(({ rows }) => ({
    rows: rows?.map((row) => (isRead(row) ? { ...row, read_at: now } : row)) ?? null,
    unread,
  }));
}

/** Marks rows (all for null) as read, on screen at once. Rejects with the ApiError after taking it back. */
export async function markRead(ids: readonly string[] | null): Promise<void> {
  const before = useNotifications.getState();
  const fresh = (before.rows ?? []).filter((row) => row.read_at === null && (!ids || ids.includes(row.id))).length;
  takeRead({ ids, unread: ids ? Math.max(0, before.unread - fresh) : 0 });
  try {
    const { unread }: Inbox = await call(readNotifications, { body: ids ? { ids: [...ids] } : {} });
    useNotifications.setState({ unread });
  } catch (error) {
    useNotifications.setState({ rows: before.rows, unread: before.unread });
    loadNotifications().catch(() => undefined);
    throw error;
  }
}

useSession.subscribe((now, before) => {
  if (now.user?.id !== before.user?.id) useNotifications.setState(empty, true);
});
