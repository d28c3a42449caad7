import { PUSH_CHANNEL } from '@boli/shared/push/push.channel';
import { readPushKey } from '@boli/shared/push/push.endpoints';
import { call } from '../api';
import { type PushAddress, setPhonePush } from '../push-device';
import { t } from '../t';
import { bridge, type PushPlugin } from './bridge';
import { show } from './links';

const TOKEN_KEY = 'push_token';
/** How long a registration may take, in ms. Google and Apple respond within seconds; without a connection they never do. */
const REGISTER_MS = 20_000;

const transport = () => (bridge().getPlatform() === 'ios' ? 'apns' : 'fcm');

function held(): PushAddress | null {
  const token = localStorage.getItem(TOKEN_KEY);
  return token === null ? null : { transport: transport(), token };
}

/** Registers the phone with its service and stores the token. Rejects with the phone's reason, or after 20 seconds. */
function register(plugin: PushPlugin): Promise<PushAddress> {
  return new Promise((resolve, reject) => {
    const listeners = [
      plugin.addListener('registration', ({ value }) => {
        end();
        localStorage.setItem(TOKEN_KEY, value);
        resolve({ transport: transport(), token: value });
      }),
      plugin.addListener('registrationError', ({ error }) => fail(error)),
    ];
    const timer = setTimeout(() => fail('the push service does not answer'), REGISTER_MS);
    const end = () => {
      clearTimeout(timer);
      for (const listener of listeners) void Promise.resolve(listener).then((each) => each.remove());
    };
    const fail = (reason: string) => {
      end();
      reject(new Error(reason));
    };
    plugin.register().catch((error: unknown) => fail(String(error)));
  });
}

/** Creates Android's notification channel, which has to exist before the first notification. iOS has no channels. */
async function createChannel(plugin: PushPlugin): Promise<void> {
  if (transport() !== 'fcm') return;
  await plugin.createChannel({ id: PUSH_CHANNEL, name: t('native.push_channel'), importance: 4 });
}

/**
 * Lets the phone's push service notify this device, and shows what a pressed notification is about. Does nothing in an
 * app that was built without push keys. Does not ask for the permission.
 */
export async function startPhonePush(): Promise<void> {
  const plugin = bridge().Plugins.PushNotifications;
  if (!plugin) return;
  let permission = 'prompt';
  let isServed = true;
  setPhonePush({
    offState: () => {
      if (!isServed) return 'unsupported';
      return permission === 'denied' ? 'denied' : 'off';
    },
    isAllowed: () => permission === 'granted',
    ask: async () => {
      // The person is not asked if the server cannot send to this kind of phone.
      isServed = (await call(readPushKey)).phones.includes(transport());
      if (!isServed) return false;
      permission = (await plugin.requestPermissions()).receive;
      return permission === 'granted';
    },
    current: async () => held(),
    prepare: async () => {
      await createChannel(plugin);
      return () => register(plugin);
    },
    end: async () => {
      if (!held()) return;
      await plugin.unregister();
      // Removed only now: without a network Android keeps the token, and `end` is repeated once the network is back.
      localStorage.removeItem(TOKEN_KEY);
    },
    closeAllShown: () => plugin.removeAllDeliveredNotifications(),
  });
  plugin.addListener('pushNotificationActionPerformed', ({ notification: { data } }) => {
    if (typeof data?.url === 'string' && data.url.startsWith('/?')) show(data.url);
  });
  permission = (await plugin.checkPermissions()).receive;
}
