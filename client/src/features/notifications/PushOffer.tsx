import { Box, Button, Group, Text } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { moveFocus } from '../../core/focus';
import { turnOnPush, usePush } from '../../core/push';
import { dismissPushOffer, usePushOffer } from '../../core/push-offer';
import { useIsSuspended, useSession } from '../../core/session';
import { t } from '../../core/t';
import { toast } from '../../core/toast';
import { useAction } from '../../core/use-action';
import { NoticeCard } from '../../ui/Notices';

/** Closes the card for good. The pressed button is unmounted: the page takes the focus. */
function close(): void {
  dismissPushOffer();
  moveFocus(document.getElementById('main'), { preventScroll: true });
}

/** Whether to offer notifications now: after an action that makes them useful, if they are off and can be turned on. */
export function useIsPushOffered(): boolean {
  const isOff = usePush(({ state }) => state === 'off');
  const isSuspended = useIsSuspended();
  return usePushOffer(({ isDue }) => isDue) && isOff && !isSuspended;
}

/**
 * The offer of notifications on this device, made once: a card over the page, or inside the page (`inPage`) if nothing
 * may be covered.
 */
export function PushOffer({ inPage = false }: { inPage?: boolean }) {
  const isDriver = useSession(({ user }) => user?.role === 'driver');
  const { busy, act } = useAction();
  const turnOn = () =>
    act({
      name: 'turn',
      run: turnOnPush,
      errorMessage: 'push.turn_failed',
      onSuccess: (state) => {
        if (state === 'on') toast.success(t('push.offer_done'));
        close();
      },
    });
  return (
    <NoticeCard name={t('push.offer')} inPage={inPage}>
      <IconBell size={22} stroke={1.75} color="var(--boli-brand)" aria-hidden />
      <Box flex="1 1 9rem">
        <Text inherit fz="md" lh="tight" fw="var(--mantine-font-weight-medium)">
          {t('push.offer')}
        </Text>
        <Text size="meta" c="dimmed">
          {t(isDriver ? 'push.offer_driver' : 'push.offer_customer')}
        </Text>
      </Box>
      <Group gap="xs" flex="none">
        <Button variant="subtle" px="sm" disabled={busy !== null} onClick={close}>
          {t('install.not_now')}
        </Button>
        <Button px="sm" loading={busy !== null} onClick={() => void turnOn()}>
          {t('push.offer_on')}
        </Button>
      </Group>
    </NoticeCard>
  );
}
