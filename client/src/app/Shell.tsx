import { addressOf } from '@boli/shared/notifications/notification-address';
import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAddress } from '../core/address-bar';
import { usePush } from '../core/push';
import { usePushOffer } from '../core/push-offer';
import { useDesktop } from '../core/screen';
import { useIsSuspended } from '../core/session';
import { t } from '../core/t';
import { useHoldUpdate } from '../core/update';
import { useHeight } from '../core/use-height';
import { AccountDialog } from '../features/auth/account/AccountDialog';
import { ConfirmNotice } from '../features/auth/account/ConfirmNotice';
import { PushOffer } from '../features/notifications/PushOffer';
import { ConnectionBanner } from '../ui/ConnectionBanner';
import { Notices } from '../ui/Notices';
import { useIsPageCovered } from '../ui/stage/stage-map';
import { useIsUnderWay } from './booking-signs';
import { lazyPart } from './lazy-part';
import classes from './Shell.module.css';
import { FloatingHead, NOTIFICATIONS, ShellHead } from './ShellHead';
import { useHasBeenTrue } from './use-ever';
import { Welcome } from './Welcome';

const NotificationsDialog = lazyPart(
  async () => (await import('../features/notifications/NotificationsDialog')).NotificationsDialog,
);

interface ShellProps {
  /** The page's one heading; absent where the view has it. */
  title?: string | undefined;
  subtitle?: string;
  /** Shown to the right of the heading. */
  beside?: ReactNode;
  /** The heading is for screen readers only: the view below has its own. */
  quietTitle?: boolean;
  /** On phones the heading stands in the header's line, and the theme in the account: the page begins with what matters. */
  titleInBar?: boolean;
  /** On desktop the heading stands in the header, beside the product's name. */
  titleBesideName?: boolean;
  /** More of the account dialog. */
  account?: ReactNode;
  /** The page is a map over the whole screen with ways back of its own: header and tabs are away. */
  onStage?: boolean;
  /** The tabs stay on the stage, and the header floats over its map. */
  keepsTabs?: boolean;
  /** The map of the page's screens, if it has one. */
  map?: ReactNode;
  /** On a wide screen the page is a panel of this width, in pixels, beside the map; without it the page has all of it. */
  panelWidth?: number | undefined;
  /** Under the header, over the page. */
  tabs?: ReactNode;
  /** Under the tabs, as wide as the page. */
  strip?: ReactNode;
  /** Over the page. On a phone some of them cover it: it is then neither seen nor focused nor read. */
  dialogs?: ReactNode;
  children: ReactNode;
}

/** The inbox, loaded when it is first opened. */
function InboxDialog() {
  const { params, go } = useAddress();
  const opened = params.get('dialog') === NOTIFICATIONS;
  if (!useHasBeenTrue(opened)) return null;
  return (
    <NotificationsDialog
      opened={opened}
      onClose={() => go({ dialog: null }, { replace: true })}
      onOpen={(row) => go(addressOf(row), { replace: true })}
    />
  );
}

/** The frame of every signed-in page: banner, header, tabs, one main. */
export function Shell(props: ShellProps) {
  const { title, subtitle, beside, quietTitle = false, panelWidth, tabs } = props;
  const isCovered = useIsPageCovered();
  const onStage = isCovered || props.onStage === true;
  const desktop = useDesktop();
  const isInBar = !desktop && props.titleInBar === true;
  const isBeside = desktop && props.titleBesideName === true;
  const isSuspended = useIsSuspended();
  const isPushOff = usePush(({ state }) => state === 'off');
  const offersPush = usePushOffer(({ isDue }) => isDue) && isPushOff && !isSuspended;
  const isFloating = onStage && props.keepsTabs === true;
  const head = useHeight<HTMLElement>();
  useHoldUpdate(useIsUnderWay());
  return (
    <Box
      className={tabs ? classes.page : classes.bare}
      data-panel={panelWidth !== undefined}
      style={{ ['--panel' as string]: `${panelWidth ?? 0}px`, ['--boli-head' as string]: `${head.height}px` }}
    >
      {!isCovered && (
        <a className={classes.skip} href="#main">
          {t('shell.skip')}
        </a>
      )}
      {!isSuspended && !onStage && <ConnectionBanner />}
      <header
        ref={head.ref}
        className={isFloating ? classes.floating : classes.header}
        hidden={isCovered || (onStage && !isFloating)}
      >
        {isFloating && !isSuspended && <ConnectionBanner />}
        {isFloating && <FloatingHead />}
        {!onStage && <ShellHead title={isInBar ? title : undefined} beside={isBeside ? title : undefined} />}
      </header>
      {(!onStage || (isFloating && !isCovered)) && tabs}
      {!onStage && props.strip}
      <main id="main" tabIndex={-1} className={`${classes.main} ${isInBar ? classes.under : ''}`}>
        {props.map}
        <div className={classes.content} inert={isCovered}>
          {!isSuspended && !onStage && <ConfirmNotice />}
          {title && !isInBar && !isBeside && (
            <div className={quietTitle ? 'visually-hidden' : classes.welcome}>
              <Welcome title={title} subtitle={subtitle} />
              {!quietTitle && beside}
            </div>
          )}
          {props.children}
        </div>
        {props.dialogs}
      </main>
      <Notices offer={offersPush && <PushOffer />} />
      {!isSuspended && <AccountDialog>{props.account}</AccountDialog>}
      {!isSuspended && <InboxDialog />}
    </Box>
  );
}
