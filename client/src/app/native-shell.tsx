import { addEnglish } from '@boli/shared/core/messages';
import { native } from '@boli/shared/messages/en/native';
import { Button, Group, Text } from '@mantine/core';
import { type ComponentType, type ReactNode, useEffect } from 'react';
import { setBackgroundSharing, setInterruptedSharing } from '../core/background';
import { logged } from '../core/log';
import { setServer } from '../core/server';
import { useSession } from '../core/session';
import { startBack } from '../core/shell/back';
import { endEarlierSharing, shareInBackground } from '../core/shell/background';
import { bridge } from '../core/shell/bridge';
import { builtInServer, chooseServer, serverAddress } from '../core/shell/chosen-server';
import { startPhoneHardware } from '../core/shell/device';
import { startLinks } from '../core/shell/links';
import { installNativePosition } from '../core/shell/position';
import { startPhonePush } from '../core/shell/push';
import { t } from '../core/t';
import { ServerScreen } from './ServerScreen';

const reload = () => window.location.reload();

/** The footer of the sign-in page: the name of the server, and a button for choosing another one. */
function ChosenServer() {
  const forget = () => {
    chooseServer(null);
    reload();
  };
  return (
    <Group
      component="footer"
      justify="center"
      gap="sm"
      px="md"
      bg="var(--boli-surface)"
      pb="calc(var(--mantine-spacing-sm) + env(safe-area-inset-bottom))"
    >
      <Text c="dimmed">{t('native.connected_to', { host: new URL(serverAddress()).host })}</Text>
      <Button variant="subtle" onClick={forget}>
        {t('native.change_server')}
      </Button>
    </Group>
  );
}

function ShellPage({ children }: { children: ReactNode }) {
  const status = useSession((session) => session.status);
  useEffect(() => {
    bridge().Plugins.SplashScreen.hide().catch(logged('hiding the splash screen'));
  }, []);
  if (!serverAddress()) return <ServerScreen onChosen={reload} />;
  const isOut = status === 'signed_out';
  // The header of the sign-in page begins below the phone's status bar.
  const below = { paddingTop: 'env(safe-area-inset-top)', background: 'var(--boli-solid)' };
  return (
    <div style={isOut ? below : {}}>
      {children}
      {isOut && builtInServer() === null && <ChosenServer />}
    </div>
  );
}

/**
 * Connects the page with the phone: position, links, notifications, Back, vibration, sharing and system bars. Resolves to
 * the frame around the pages, which first asks for the server if none is built in.
 */
export async function startShell(): Promise<ComponentType<{ children: ReactNode }>> {
  // Browsers do not load the texts of the shell (vite.config.ts).
  addEnglish(native);
  setServer(serverAddress());
  installNativePosition();
  startPhoneHardware();
  // Android's service for sharing the position outlives an app that is swiped away. It is ended here; the page starts it
  // again if the position is still shared for a ride.
  setInterruptedSharing(endEarlierSharing());
  startBack();
  setBackgroundSharing(shareInBackground);
  await startLinks().catch(logged('reading the link that started the app'));
  await startPhonePush().catch(logged('reading the permission for notifications'));
  return ShellPage;
}
