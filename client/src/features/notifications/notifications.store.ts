import { listNotifications, readNotifications } from '@boli/shared/notifications/notifications.endpoints';
import type { Inbox, Notification } from '@boli/shared/notifications/notifications.schema';
import { call } from '../../core/api';
import { logged } from '../../core/log';
import { createUserStore } from '../../core/mirror';
import { INBOX_ROWS } from '../../core/pages';
import { createReadGuard } from '../../core/read-guard';

interface NotificationsState {
  /** Newest first; null until the first response. */
  rows: Notification[] | null;
  /** How many notifications are unread, including those not loaded. */
  unread: number;
  /** Whether there may be older notifications than the loaded rows. */
  hasMore: boolean;
  /** Whether the last read failed; the stored rows stay on screen. */
  failed: boolean;
}

const empty: NotificationsState = { rows: null, unread: 0, hasMore: false, failed: false };

/** The signed-in user's notifications. They have no version, so this is no mirror (core/mirror.ts). */
export const useNotifications = createUserStore(empty);

const guard = createReadGuard();
/** The id by which changes touch the whole list: a response that was requested before a push is outdated. */
const INBOX = 'inbox';

/** The rows of both lists, newest first; of two rows with the same id the one in `rows` is kept. */
function merged(rows: readonly Notification[], more: readonly Notification[]): Notification[] {
  const byId = new Map([...more, ...rows].map((row) => [row.id, row]));
  return [...byId.values()].sort((a, b) => b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id));
}

/** Reads the newest notifications, or those created before the time `before`. Rejects with the ApiError. */
export async function loadNotifications(before?: string): Promise<void> {
  let isOutdated = false;
  await guard.read({
    load: () => call(listNotifications, { query: { limit: INBOX_ROWS, ...(before && { before }) } }),
    apply: ({ notifications, unread }, { touchedIds }) => {
      isOutdated = touchedIds().has(INBOX);
      if (isOutdated) return;
      useNotifications.setState(({ rows }) => ({
        rows: before ? merged(notifications, rows ?? []) : notifications,
        unread,
        hasMore: notifications.length === INBOX_ROWS,
        failed: false,
      }));
    },
    onError: () => useNotifications.setState({ failed: true }),
    scope: before ?? '',
  });
  if (isOutdated) await loadNotifications(before);
}

/** Adds a pushed notification; a duplicate changes nothing. Before the first load only the count changes. */
export function addNotification(row: Notification): void {
  guard.touch(INBOX);
  useNotifications.setState(({ rows, unread }) =>
    rows?.some((held) => held.id === row.id) ? {} : { rows: rows && merged([row], rows), unread: unread + 1 },
  );
}

/** Shows rows (null for all) as read, after they were read here or on another device. */
export function applyRead({ ids, unread }: { ids: readonly string[] | null; unread: number }): void {
  guard.touch(INBOX);
  const now = new Date().toISOString();
  const isRead = (row: Notification) => row.read_at === null && (ids === null || ids.includes(row.id));
  useNotifications.setState(({ rows }) => ({
    rows: rows?.map((row) => (isRead(row) ? { ...row, read_at: now } : row)) ?? null,
    unread,
  }));
}

/** Marks rows (null for all) as read, with an optimistic update. Rejects with the ApiError after a rollback. */
export async function markRead(ids: readonly string[] | null): Promise<void> {
  const before = useNotifications.getState();
  const fresh = (before.rows ?? []).filter((row) => row.read_at === null && (!ids || ids.includes(row.id))).length;
  applyRead({ ids, unread: ids ? Math.max(0, before.unread - fresh) : 0 });
  try {
    const { unread }: Inbox = await call(readNotifications, { body: ids ? { ids: [...ids] } : {} });
    useNotifications.setState({ unread });
  } catch (error) {
    useNotifications.setState({ rows: before.rows, unread: before.unread });
    loadNotifications().catch(logged('reading the inbox'));
    throw error;
  }
}
