import type { PushKey, UnsubscribeInput, WebSubscription } from '@boli/shared/push/push.schema';

/** How a push service reaches this device. */
export type PushAddress = Pick<WebSubscription, 'endpoint' | 'keys'> | Exclude<UnsubscribeInput, { endpoint: string }>;

/** What notifies while the app is closed: a browser's push service, or that of a phone. */
export interface PushDevice {
  /** `unsupported`: the device cannot be notified; `denied`: the person has refused; `off`: neither. */
  offState: () => 'unsupported' | 'denied' | 'off';
  /** Whether the person has allowed notifications. */
  isAllowed: () => boolean;
  /** Asks the person, and resolves to whether notifications are allowed. */
  ask: () => Promise<boolean>;
  /** The address that the device has now; null without one. */
  current: () => Promise<PushAddress | null>;
  /**
   * Prepares the device with the server's keys. Resolves to a function that returns the device's address, a new one if
   * it has none. Rejects if the push service cannot be reached.
   */
  prepare: (key: Promise<PushKey>) => Promise<() => Promise<PushAddress>>;
  /** Ends the address of this device. */
  end: () => Promise<unknown>;
  /** Closes the notifications that the system shows: those with this tag, or all of them. */
  closeShown: (tag?: string) => Promise<void>;
}

let phone: PushDevice | null = null;

/** Sets how the phone is notified: the native shell has a way of its own. */
export function setPhonePush(device: PushDevice | null): void {
  phone = device;
}

/** The way of the native shell; null in a browser. */
export function phonePush(): PushDevice | null {
  return phone;
}
