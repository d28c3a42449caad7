import type { Notification } from '@boli/shared/notifications/notifications.schema';
import { Button } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { logged } from '../../core/log';
import { t } from '../../core/t';
import { useAction } from '../../core/use-action';
import { AppDialog } from '../../ui/AppDialog';
import { EmptyState } from '../../ui/EmptyState';
import { LoadFailed } from '../../ui/LoadFailed';
import { RowsSkeleton } from '../../ui/RowsSkeleton';
import { NotificationRow } from './NotificationRow';
import classes from './Notifications.module.css';
import { loadNotifications, markRead, useNotifications } from './notifications.store';
import { PushSettings } from './PushSettings';

interface NotificationsDialogProps {
  opened: boolean;
  onClose: () => void;
  /** Opens the subject of a row. */
  onOpen: (notification: Notification) => void;
}

function More({ before }: { before: string }) {
  const { busy, act } = useAction();
  const more = () => act({ name: before, run: () => loadNotifications(before), errorMessage: 'common.could_not_load' });
  return (
    <Button variant="default" fullWidth mt="sm" loading={busy !== null} onClick={() => void more()}>
      {t('common.load_more')}
    </Button>
  );
}

/** The notifications, newest first; pressing one opens its subject. */
export function NotificationsDialog({ opened, onClose, onOpen }: NotificationsDialogProps) {
  const { rows, unread, hasMore, failed } = useNotifications();
  const { busy, act } = useAction();
  const readAll = () =>
    act({ name: 'read', input: rows?.[0]?.id, run: () => markRead(null), errorMessage: 'notifications.read_failed' });
  const open = (row: Notification) => {
    if (row.read_at === null) markRead([row.id]).catch(logged('marking a notification as read'));
    onOpen(row);
  };
  const last = rows?.at(-1);
  const footer = unread > 0 && (
    <Button variant="light" loading={busy !== null} onClick={() => void readAll()}>
      {t('notifications.read_all')}
    </Button>
  );
  return (
    <AppDialog opened={opened} onClose={onClose} title={t('notifications.title')} footer={footer}>
      <PushSettings />
      {rows === null && !failed && <RowsSkeleton />}
      {rows === null && failed && <LoadFailed onRetry={() => void loadNotifications().catch(() => undefined)} />}
      {rows?.length === 0 && (
        <EmptyState icon={IconBell} title={t('notifications.empty')} hint={t('notifications.empty_hint')} />
      )}
      {rows && rows.length > 0 && (
        <ul className={classes.list}>
          {rows.map((row) => (
            <li key={row.id}>
              <NotificationRow row={row} onOpen={() => open(row)} />
            </li>
          ))}
        </ul>
      )}
      {hasMore && last && <More before={last.created_at} />}
    </AppDialog>
  );
}
