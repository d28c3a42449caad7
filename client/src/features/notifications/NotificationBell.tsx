import { OPEN_REQUESTS_POLL_MS } from '@boli/shared/core/constants';
import { ActionIcon } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useSync } from '../../core/sync';
import { t } from '../../core/t';
import classes from './Notifications.module.css';
import { loadNotifications, useNotifications } from './notifications.store';

const MANY = 99;

// No watch is needed: the server joins the user's own room on connect, so this read serves as the snapshot.
const read = () => loadNotifications();

/** Opens the notifications and shows the unread count; keeps both in sync while mounted. */
export function NotificationBell({ onOpen }: { onOpen: () => void }) {
  const unread = useNotifications((inbox) => inbox.unread);
  useSync({ watch: read, read, pollMs: OPEN_REQUESTS_POLL_MS });
  return (
    <ActionIcon
      className={classes.bell ?? ''}
      aria-label={unread > 0 ? t('notifications.open', { count: unread }) : t('notifications.title')}
      onClick={onOpen}
    >
      <IconBell size={22} stroke={1.75} aria-hidden />
      {unread > 0 && (
        <span className={classes.count} aria-hidden>
          {unread > MANY ? `${MANY}+` : unread}
        </span>
      )}
    </ActionIcon>
  );
}
