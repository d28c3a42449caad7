import type { PushKey, UnsubscribeInput, WebSubscription } from '@boli/shared/push/push.schema';

/** How a push service reaches this device: the browser's endpoint with its keys, or a phone's token. */
export type PushAddress = Pick<WebSubscription, 'endpoint' | 'keys'> | Exclude<UnsubscribeInput, { endpoint: string }>;

/** The push service that notifies this device while the app is closed: that of the browser or of the phone. */
export interface PushDevice {
  /** `unsupported`: the device cannot be notified; `denied`: the person has refused; `off`: neither. */
  offState: () => 'unsupported' | 'denied' | 'off';
  /** Whether the person has allowed notifications. */
  isAllowed: () => boolean;
  /** Asks the person, and resolves to whether notifications are allowed. */
  ask: () => Promise<boolean>;
  /** The push address that the device has now; null without one. */
  current: () => Promise<PushAddress | null>;
  /**
   * Prepares the device with the server's keys. Resolves to a function that returns the device's push address, a new
   * one if it has none. Rejects if the push service cannot be reached.
   */
  prepare: (key: Promise<PushKey>) => Promise<() => Promise<PushAddress>>;
  /** Makes the push address of this device invalid. */
  end: () => Promise<unknown>;
  /** Closes all notifications of the app that the system shows. */
  closeAllShown: () => Promise<void>;
}

let phone: PushDevice | null = null;

/** Sets the push device of the native shell, which replaces that of the browser; null removes it. */
export function setPhonePush(device: PushDevice | null): void {
  phone = device;
}

/** The push device of the native shell; null in a browser, and in a shell that was built without push keys. */
export function phonePush(): PushDevice | null {
  return phone;
}
