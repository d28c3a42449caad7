import { Box, Button, Text } from '@mantine/core';
import { IconRefresh, IconShare2 } from '@tabler/icons-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { dismissInstall, install, useInstall } from '../core/install';
import { t } from '../core/t';
import { applyUpdate, useUpdate } from '../core/update';
import { Logo } from './Logo';
import classes from './Notices.module.css';

interface NoticeCardProps {
  name: string;
  /** A part of the page instead of a card over it. */
  inPage?: boolean;
  children: ReactNode;
}

/** A card over the bottom bar. Its height is part of `--boli-bar`, so that sticky elements of the page stay above it. */
export function NoticeCard({ name, inPage = false, children }: NoticeCardProps) {
  const card = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (inPage) return;
    const page = document.documentElement;
    const measure = () => page.style.setProperty('--boli-notice', `${(card.current?.offsetHeight ?? 0) + 8}px`);
    measure();
    const observer = new ResizeObserver(measure);
    if (card.current) observer.observe(card.current);
    return () => {
      observer.disconnect();
      page.style.removeProperty('--boli-notice');
    };
  }, [inPage]);
  return (
    <section ref={card} aria-label={name} className={classes.card}>
      {children}
    </section>
  );
}

function UpdateCard() {
  const isPostponed = useUpdate((update) => update.isPostponed);
  const words = t(isPostponed ? 'update.postponed' : 'update.available');
  return (
    <NoticeCard name={words}>
      <IconRefresh size={22} stroke={1.75} color="var(--boli-brand)" aria-hidden />
      <Text flex="1 1 5.5rem" inherit fz="md" lh="tight" fw="var(--mantine-font-weight-medium)">
        {words}
      </Text>
      {!isPostponed && (
        <Button px="sm" flex="none" onClick={applyUpdate}>
          {t('update.reload')}
        </Button>
      )}
    </NoticeCard>
  );
}

function InstallCard({ byHand }: { byHand: boolean }) {
  return (
    <NoticeCard name={t('install.title')}>
      <Logo size={40} />
      <Box flex="1 1 5.5rem">
        <Text flex="1 1 5.5rem" inherit fz="md" lh="tight" fw="var(--mantine-font-weight-medium)">
          {t('install.title')}
        </Text>
        <Text size="meta" c="dimmed">
          {byHand ? t('install.ios') : t('install.why')}
          {byHand && <IconShare2 size={16} stroke={1.75} className={classes.share ?? ''} aria-hidden />}
        </Text>
      </Box>
      <Button variant="subtle" px="sm" flex="none" onClick={dismissInstall}>
        {t('install.not_now')}
      </Button>
      {!byHand && (
        <Button px="sm" flex="none" onClick={() => void install()}>
          {t('install.install')}
        </Button>
      )}
    </NoticeCard>
  );
}

interface NoticesProps {
  /** Whether the notice is at the end of the page instead of over it. */
  inPage?: boolean;
  /** The offer of notifications, if it is to be made; else null. */
  offer?: ReactNode;
}

/**
 * The notice at the bottom: that a newer version is available, else the offer of notifications, else that the app can
 * be installed. Never two of them, and never over a dialog.
 */
export function Notices({ inPage = false, offer = null }: NoticesProps) {
  const available = useUpdate((update) => update.available);
  const way = useInstall((state) => state.way);
  return (
    <div className={inPage ? classes.inPage : classes.over}>
      <div role="status">{available ? <UpdateCard /> : offer}</div>
      {!available && !offer && way && <InstallCard byHand={way === 'ios'} />}
    </div>
  );
}
