import type { Notification } from '@boli/shared/notifications/notifications.schema';
import { ActionIcon, Box, Button, Text } from '@mantine/core';
import { IconLogout, IconUserCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useAddress } from '../core/address-bar';
import { logOut, useIsSuspended } from '../core/session';
import { t } from '../core/t';
import { AccountDialog } from '../features/auth/account/AccountDialog';
import { ConfirmNotice } from '../features/auth/account/ConfirmNotice';
import { NotificationBell } from '../features/notifications/NotificationBell';
import { ConnectionBanner } from '../ui/ConnectionBanner';
import { Logo } from '../ui/Logo';
import { Notices } from '../ui/Notices';
import { ThemeSwitch } from '../ui/ThemeSwitch';
import { lazyPart } from './lazy-part';
import classes from './Shell.module.css';
import { useHasBeenTrue } from './use-ever';

const NotificationsDialog = lazyPart(
  async () => (await import('../features/notifications/NotificationsDialog')).NotificationsDialog,
);
const NOTIFICATIONS = 'notifications';

interface ShellProps {
  /** The page's one heading. */
  title: string;
  subtitle?: string;
  /** Shown to the right of the heading. */
  beside?: ReactNode;
  /** The heading is for screen readers only: the view below has its own. */
  quietTitle?: boolean;
  /** The page is a map over the whole screen with ways back of its own: header and tabs are away. */
  onStage?: boolean;
  /** Under the header, over the page. */
  tabs?: ReactNode;
  children: ReactNode;
}

/** The location of a notification's subject. */
function placeOf({ kind, ride_request_id, booking_id }: Notification): Record<string, string | null> {
  const bare = { dialog: null, quote: null, ride: null, booking: null };
  if (booking_id) return { ...bare, tab: 'bookings', booking: booking_id };
  if (kind === 'quote_received') return { ...bare, tab: null, ride: ride_request_id };
  return { ...bare, tab: 'profile' };
}

/** The frame of every signed-in page: banner, header with theme, inbox, account and Logout, tabs, one main. */
export function Shell({ title, subtitle, beside, quietTitle = false, onStage = false, tabs, children }: ShellProps) {
  const { params, go } = useAddress();
  const hasInbox = useHasBeenTrue(params.get('dialog') === NOTIFICATIONS);
  // The server refuses suspended users notifications, account and socket.
  const isSuspended = useIsSuspended();
  return (
    <Box className={tabs ? '' : classes.bare} mih="100dvh">
      <a className={classes.skip} href="#main">
        {t('shell.skip')}
      </a>
      {!isSuspended && !onStage && <ConnectionBanner />}
      <header className={classes.header} hidden={onStage}>
        <div className={classes.bar}>
          <Logo size={32} />
          <span className={classes.name}>{t('shell.name')}</span>
          <div className={classes.actions}>
            <ThemeSwitch />
            {!isSuspended && (
              <>
                <NotificationBell onOpen={() => go({ dialog: NOTIFICATIONS })} />
                <ActionIcon aria-label={t('shell.account')} onClick={() => go({ dialog: 'account' })}>
                  <IconUserCircle size={22} stroke={1.75} aria-hidden />
                </ActionIcon>
              </>
            )}
            <Button
              className={classes.logout ?? ''}
              variant="default"
              leftSection={<IconLogout size={20} stroke={1.75} aria-hidden />}
              onClick={logOut}
            >
              {t('shell.logout')}
            </Button>
          </div>
        </div>
      </header>
      {!onStage && tabs}
      <main id="main" tabIndex={-1} className={classes.main}>
        {!isSuspended && !onStage && <ConfirmNotice />}
        <div className={quietTitle ? 'visually-hidden' : classes.welcome}>
          <div>
            <h1>{title}</h1>
            {subtitle && (
              <Text inherit c="dimmed">
                {subtitle}
              </Text>
            )}
          </div>
          {!quietTitle && beside}
        </div>
        {children}
      </main>
      <Notices />
      {!isSuspended && <AccountDialog />}
      {hasInbox && !isSuspended && (
        <NotificationsDialog
          opened={params.get('dialog') === NOTIFICATIONS}
          onClose={() => go({ dialog: null }, { replace: true })}
          onOpen={(row) => go(placeOf(row), { replace: true })}
        />
      )}
    </Box>
  );
}
