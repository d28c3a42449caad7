import { addressOf } from '@boli/shared/notifications/notification-address';
import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAddress } from '../core/address-bar';
import { useDesktop } from '../core/screen';
import { useIsSuspended } from '../core/session';
import { t } from '../core/t';
import { useHoldUpdate } from '../core/update';
import { useHeight } from '../core/use-height';
import { ConfirmNotice } from '../features/auth/account/ConfirmNotice';
import { PushOffer, useIsPushOffered } from '../features/notifications/PushOffer';
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
const AccountDialog = lazyPart(async () => (await import('../features/auth/account/AccountDialog')).AccountDialog, {
  waiting: null,
});

interface ShellProps {
  /** The page's one heading; absent if the view below has it. */
  title?: string | undefined;
  subtitle?: string;
  /** Shown to the right of the heading. */
  beside?: ReactNode;
  /** Whether the heading is for screen readers only, because the view below has its own. */
  quietTitle?: boolean;
  /** Whether on phones the heading is in the header's row, to leave more of the screen to the page's content. */
  titleInBar?: boolean;
  /** Whether on desktop the heading is in the header, beside the product's name. */
  titleBesideName?: boolean;
  /** Additional content of the account dialog. */
  account?: ReactNode;
  /** Whether the page is a map over the whole screen with back buttons of its own: header and tabs are hidden. */
  onStage?: boolean;
  /** Whether the tabs stay visible on the stage, and the header floats over its map. */
  keepsTabs?: boolean;
  /** The map of the page's screens, if it has one. */
  map?: ReactNode;
  /** On a wide screen the width of the page, in pixels, as a panel beside the map; undefined for the whole width. */
  panelWidth?: number | undefined;
  /** Shown below the header, above the page. */
  tabs?: ReactNode;
  /** Shown below the tabs, as wide as the page. */
  strip?: ReactNode;
  /**
   * The dialogs. On a phone some of them cover the page, which is then hidden, also from the keyboard and screen
   * readers.
   */
  dialogs?: ReactNode;
  children: ReactNode;
}

/** The account, loaded when it is first opened. */
function Account({ children }: { children: ReactNode }) {
  const { params } = useAddress();
  return useHasBeenTrue(params.get('dialog') === 'account') && <AccountDialog>{children}</AccountDialog>;
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

/** The frame of every signed-in page: banner, header, tabs, and the one `main` element. */
export function Shell(props: ShellProps) {
  const { title, subtitle, beside, quietTitle = false, panelWidth, tabs } = props;
  const isCovered = useIsPageCovered();
  const onStage = isCovered || props.onStage === true;
  const desktop = useDesktop();
  const isInBar = !desktop && props.titleInBar === true;
  const isBeside = desktop && props.titleBesideName === true;
  const isSuspended = useIsSuspended();
  const offersPush = useIsPushOffered();
  const isFloating = onStage && props.keepsTabs === true;
  // On a stage without tabs a notice would cover the buttons of its sheet.
  const hasTabs = !onStage || (isFloating && !isCovered);
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
      {hasTabs && tabs}
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
      {hasTabs && <Notices offer={offersPush && <PushOffer />} />}
      {!isSuspended && <Account>{props.account}</Account>}
      {!isSuspended && <InboxDialog />}
    </Box>
  );
}
