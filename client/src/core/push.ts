import { readPushKey, subscribe, unsubscribe } from '@boli/shared/push/push.endpoints';
import { create } from 'zustand';
import { ApiError, call, onReached } from './api';
import { useLanguage } from './language';
import { browserPush, closeShown } from './push-browser';
import { everything, forgetChoice, isTurnedOn, type PushChoice, readChoice, writeChoice } from './push-choice';
import { type PushAddress, phonePush } from './push-device';
import { onSignOut, onUserChange, useSession } from './session';

interface PushState {
  /**
   * `unsupported`: this browser has no Web Push (on iOS, before the app is on the home screen); `denied`: the person
   * has refused notifications, and can allow them again only in the settings of the browser or phone.
   */
  state: 'unsupported' | 'denied' | 'off' | 'on';
  choice: PushChoice;
}

/** The phone's service in the native shell, else that of the browser. */
const device = () => phonePush() ?? browserPush;
const offState = (): PushState['state'] => device().offState();

/** Whether this device is notified while the app is closed, and of what. */
export const usePush = create<PushState>(() => ({ state: offState(), choice: everything }));

let last: Promise<unknown> = Promise.resolve();
/** Runs `step` after all earlier ones; the steps of a sign-out and of the next sign-in would overlap otherwise. */
function inOrder<T>(step: () => Promise<T>): Promise<T> {
  const result = last.then(step);
  last = result.catch(() => undefined);
  return result;
}

const userId = () => useSession.getState().user?.id;

async function register(owner: string, address: PushAddress, choice: PushChoice): Promise<void> {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  await call(subscribe, { body: { ...address, ...choice, time_zone: timeZone } });
  // Another account has signed in meanwhile; the choice is not its own.
  if (userId() !== owner) return;
  writeChoice(owner, choice, true);
  usePush.setState({ state: 'on' });
}

/**
 * Subscribes this device for this person, who is signed in: sends its push address and the choice to the server. If
 * the server has stored that address for another account, the device gets a new one and tries once more. If that fails
 * too, the device is left without an address: a phone's new token may be its old one, which belongs to the other
 * account.
 */
async function subscribeFor(owner: string): Promise<void> {
  const addressNow = await device().prepare(call(readPushKey));
  const send = async () => {
    if (userId() === owner) await register(owner, await addressNow(), usePush.getState().choice);
  };
  try {
    await send();
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'push.taken')) throw error;
    await device().end();
    await send().catch(async (failure: unknown) => {
      await device()
        .end()
        .catch(() => undefined);
      usePush.setState({ state: offState() });
      throw failure;
    });
  }
}

/**
 * Asks the person whether this device may be notified. Call it only in the handler of a press: browsers refuse otherwise.
 * Resolves to the new state; rejects when the push service or the server cannot be reached.
 */
export async function turnOnPush(): Promise<PushState['state']> {
  if (offState() === 'unsupported') return 'unsupported';
  if (!(await device().ask())) {
    usePush.setState({ state: offState() });
    return offState();
  }
  const owner = userId();
  await inOrder(async () => owner && subscribeFor(owner));
  return usePush.getState().state;
}

/**
 * Changes what this device is notified of. The choice is shown immediately, then sent; of several quick changes only
 * the last has to be sent. If it cannot be saved, the stored choice is shown again. @throws {ApiError}
 */
export async function choosePush(choice: PushChoice): Promise<void> {
  usePush.setState({ choice });
  const isLatest = () => usePush.getState().choice === choice;
  await inOrder(async () => {
    if (!isLatest()) return;
    try {
      const [owner, address] = [userId(), await device().current()];
      if (owner && address) await register(owner, address, choice);
      else usePush.setState({ state: offState() });
    } catch (error) {
      if (isLatest()) usePush.setState({ choice: readChoice(userId()) ?? everything });
      throw error;
    }
  });
}

/** Turns off the notifications of this device. @throws {ApiError} */
export function turnOffPush(): Promise<void> {
  return inOrder(async () => {
    const address = await device().current();
    if (address) {
      await call(unsubscribe, { body: 'endpoint' in address ? { endpoint: address.endpoint } : address });
      await device().end();
    }
    const owner = userId();
    if (owner) writeChoice(owner, usePush.getState().choice, false);
    usePush.setState({ state: offState() });
  });
}

/** Removes what an account leaves on this device, besides its choice: the push address and the shown notifications. */
async function endHere(): Promise<void> {
  await Promise.all([device().end(), device().closeAllShown()]);
}

/** Removes the choice that is stored and shown. */
function dropChoice(): void {
  forgetChoice();
  usePush.setState({ state: offState(), choice: everything });
}

/**
 * Renews the subscription of this device if the signed-in person turned it on: its push address or the session may have
 * changed, or the browser may have dropped the subscription. Removes what another account left here if the signed-in
 * person has stored no choice on this device, or if nobody is signed in: each person turns notifications on for
 * themselves.
 */
async function renew(): Promise<void> {
  const owner = userId();
  if (!owner) {
    if (useSession.getState().status === 'signed_out') await endHere();
    return;
  }
  if (usePush.getState().state !== 'on' && !readChoice(owner)) {
    dropChoice();
    await endHere();
  } else if (device().isAllowed() && (isTurnedOn(owner) ?? (await device().current()))) await subscribeFor(owner);
}

/** Whether the last renewal has failed. */
let isOutdated = false;

/** Renews in order. A failure is not shown: the renewal is repeated once the network or the server is back. */
function renewSoon(): void {
  inOrder(renew).then(
    () => {
      isOutdated = false;
    },
    () => {
      isOutdated = true;
    },
  );
}

const renewAgain = () => {
  if (isOutdated) renewSoon();
};

/** The browser has dropped the subscription: nothing reaches this device until the renewal has succeeded. */
function renewDropped(): void {
  usePush.setState({ state: offState() });
  renewSoon();
}

/**
 * Renews the device's subscription now, at each sign-in, in a new language and when the browser has dropped it; ends it
 * at sign-out. A failed step is repeated when the network or the server is back. Call once.
 */
export function startPush(): void {
  const start = () => {
    usePush.setState({ state: offState(), choice: readChoice(userId()) ?? everything });
    if (userId()) renewSoon();
  };
  onUserChange(start);
  useLanguage.subscribe(renewSoon);
  // The server sends nothing for a session that has ended, and drops its subscription at the next notification.
  onSignOut(() => {
    dropChoice();
    renewSoon();
  });
  window.addEventListener('online', renewAgain);
  onReached(renewAgain);
  navigator.serviceWorker?.addEventListener('message', ({ data }) => {
    if (data?.type === 'DROPPED') renewDropped();
  });
  start();
}

/**
 * Calls `listener` with the URL of a notification that was pressed, and closes a notification that the service worker
 * showed while this page was visible. Returns a dispose function.
 */
export function onPushOpened(listener: (url: string) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined;
  const onMessage = ({ data, ports: [port] }: MessageEvent) => {
    if (data?.type === 'SHOWN' && typeof data.tag === 'string') void closeShown(data.tag).catch(() => undefined);
    if (data?.type !== 'OPEN' || typeof data.url !== 'string' || !data.url.startsWith('/?')) return;
    port?.postMessage('opened');
    listener(data.url);
  };
  navigator.serviceWorker.addEventListener('message', onMessage);
  return () => navigator.serviceWorker.removeEventListener('message', onMessage);
}
