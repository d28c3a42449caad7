import { listNotifications, readNotifications } from '@boli/shared/notifications/notifications.endpoints';
import type { Inbox, Notification } from '@boli/shared/notifications/notifications.schema';
import { call } from '../../core/api';
import { createKept } from '../../core/mirror';
import { createQuestions } from '../../core/questions';

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

/** The signed-in person's inbox. Its rows have no version and are ordered by time, so this is no mirror. */
export const useNotifications = createKept(empty);

const questions = createQuestions();
/** The inbox as a whole: an answer asked for before a push changed it is older than it. */
const INBOX = 'inbox';

/** The rows of both, newest first; of two of the same the first. */
function merged(rows: readonly Notification[], more: readonly Notification[]): Notification[] {
  const byId = new Map([...more, ...rows].map((row) => [row.id, row]));
  return [...byId.values()].sort((a, b) => b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id));
}

/** Reads the newest, or those before this time. Rejects with the ApiError. */
export async function loadNotifications(before?: string): Promise<void> {
  let isOutdated = false;
  await questions.read({
    ask: () => call(listNotifications, { query: { limit: PAGE, ...(before && { before }) } }),
    take: ({ notifications, unread }, { touched }) => {
      isOutdated = touched().has(INBOX);
      if (isOutdated) return;
      useNotifications.setState(({ rows }) => ({
        rows: before ? merged(notifications, rows ?? []) : notifications,
        unread,
        hasMore: notifications.length === PAGE,
        failed: false,
      }));
    },
    failed: () => useNotifications.setState({ failed: true }),
    scope: before ?? '',
  });
  if (isOutdated) await loadNotifications(before);
}

/** Takes a pushed row; the same again changes nothing. Before the first answer only the count shows it. */
export function takeNotification(row: Notification): void {
  questions.touch(INBOX);
  useNotifications.setState(({ rows, unread }) =>
    rows?.some((held) => held.id === row.id) ? {} : { rows: rows && merged([row], rows), unread: unread + 1 },
  );
}

/** Takes that rows (all for null) were read, here or on another device. */
export function takeRead({ ids, unread }: { ids: readonly string[] | null; unread: number }): void {
  questions.touch(INBOX);
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
