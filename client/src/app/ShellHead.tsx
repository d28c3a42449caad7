import { ActionIcon, Button } from '@mantine/core';
import { IconLogout, IconUserCircle } from '@tabler/icons-react';
import { useAddress } from '../core/address-bar';
import { useDesktop } from '../core/screen';
import { logOut, useIsSuspended } from '../core/session';
import { t } from '../core/t';
import { NotificationBell } from '../features/notifications/NotificationBell';
import { Logo } from '../ui/Logo';
import { ThemeSwitch } from '../ui/ThemeSwitch';
import classes from './ShellHead.module.css';

/** The value of `?dialog=` that opens the inbox. */
export const NOTIFICATIONS = 'notifications';

/** Theme, inbox, account and Logout. On phones the theme is in the account dialog. */
function Actions() {
  const { go } = useAddress();
  const desktop = useDesktop();
  // The server refuses a suspended user's requests for notifications and for the account.
  const isSuspended = useIsSuspended();
  return (
    <div data-clear-of-toasts className={classes.actions}>
      {(desktop || isSuspended) && <ThemeSwitch />}
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
  );
}

interface ShellHeadProps {
  /** The page's heading, in the place of the product's name. */
  title?: string | undefined;
  /** The page's heading, beside the product's name. */
  beside?: string | undefined;
}

/** The header of a page. */
export function ShellHead({ title, beside }: ShellHeadProps) {
  return (
    <div className={classes.bar}>
      <Logo size={32} />
      {title ? <h1 className={classes.title}>{title}</h1> : <span className={classes.name}>{t('shell.name')}</span>}
      {beside && <h1 className={classes.beside}>{beside}</h1>}
      <Actions />
    </div>
  );
}

/** The header over the map of a phone's screen. */
export function FloatingHead() {
  return (
    <div className={classes.floating}>
      <Logo size={44} />
      <Actions />
    </div>
  );
}
