import { endSession, listSessions } from '@boli/shared/auth/auth.endpoints';
import type { AccountSession } from '@boli/shared/auth/auth.schema';
import { Box, Button, Flex, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { ApiError, call } from '../../../core/api';
import { moveFocus } from '../../../core/focus';
import { useReachable } from '../../../core/reachable';
import { logOut, useSession } from '../../../core/session';
import { errorText, t } from '../../../core/t';
import { formatDay } from '../../../core/time';
import { useAction } from '../../../core/use-action';
import { useRead } from '../../../core/use-read';
import { Badge } from '../../../ui/Badge';
import { LoadFailed } from '../../../ui/LoadFailed';
import { RowsSkeleton } from '../../../ui/RowsSkeleton';
import { TimeAgo } from '../../../ui/TimeAgo';
import classes from './Sessions.module.css';

/** The common beginning of a network's addresses (an IPv4 /24 or an IPv6 /48): 203.0.113 for 203.0.113.0/24. */
const startOf = (network: string) => network.replace(/(\.0|::)?\/\d+$/, '');

/** The name of a device, from its user agent. */
function deviceName({ browser, os }: AccountSession): string {
  if (browser && os) return t('auth.session_device', { browser, os });
  return browser ?? os ?? t('auth.session_unknown');
}

function Row({ session, onEnded }: { session: AccountSession; onEnded: () => void }) {
  const { busy, act } = useAction();
  const isReachable = useReachable();
  const device = deviceName(session);
  const end = () =>
    act({
      name: session.id,
      run: () => call(endSession, { params: { id: session.id } }),
      successMessage: () => t('auth.session_ended', { device }),
      errorMessage: (error) => {
        // A 404 means that the session has ended already.
        const isEnded = error instanceof ApiError && error.status === 404;
        if (isEnded) onEnded();
        return isEnded ? null : errorText(error, 'auth.session_end_failed');
      },
      onSuccess: onEnded,
    });
  return (
    <Flex component="li" align="center" gap="sm">
      <Box miw={0} flex="1 1 7rem">
        <Flex align="center" wrap="wrap" rowGap="xxs" columnGap="xs" fw="var(--mantine-font-weight-medium)">
          {device}
          {session.is_current && <Badge tone="green">{t('auth.session_current')}</Badge>}
        </Flex>
        <Text component="div" size="sm" c="dimmed">
          {session.place
            ? t('auth.session_since_from', { start: startOf(session.place), day: formatDay(session.created_at) })
            : t('auth.session_since', { day: formatDay(session.created_at) })}
        </Text>
        <Text component="div" size="sm" c="dimmed">
          {t('auth.session_seen')} <TimeAgo time={session.last_seen_at} />
        </Text>
      </Box>
      <Button
        variant="default"
        // Signing out this device needs no network.
        disabled={!session.is_current && !isReachable}
        loading={busy !== null}
        aria-label={t('auth.session_end_of', { device })}
        onClick={() => (session.is_current ? logOut() : void end())}
      >
        {t('auth.session_end')}
      </Button>
    </Flex>
  );
}

/** The devices on which this account is signed in; each can be signed out. */
export function Sessions() {
  // A new password replaces this device's session and ends all others, so the list is reloaded.
  const present = useSession((session) => session.token);
  const [token, setToken] = useState(present);
  if (present !== null && present !== token) setToken(present);
  const { value, failed, retry } = useRead(`sessions ${token}`, (signal) => call(listSessions, { signal }));
  const [ended, setEnded] = useState<ReadonlySet<string>>(new Set());
  const title = useRef<HTMLHeadingElement>(null);
  const rows = (value ?? []).filter(({ id }) => !ended.has(id));
  return (
    <section aria-labelledby="sessions-title">
      <h3 id="sessions-title" ref={title} tabIndex={-1} className={classes.title}>
        {t('auth.sessions')}
      </h3>
      {value && (
        <Flex component="ul" direction="column" gap="sm">
          {rows.map((session) => (
            <Row
              key={session.id}
              session={session}
              onEnded={() => {
                setEnded((before) => new Set([...before, session.id]));
                // The pressed button is removed with its row: the list takes the focus.
                moveFocus(title.current);
              }}
            />
          ))}
        </Flex>
      )}
      {!value && (failed ? <LoadFailed onRetry={retry} /> : <RowsSkeleton rows={2} />)}
    </section>
  );
}
