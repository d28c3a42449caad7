import { randomBytes } from 'node:crypto';
import type { PhoneTransport } from '@boli/shared/push/push.schema';
import { expect } from '@jest/globals';
import { registry } from '../core/metrics';
import { pushesWaiting } from '../push/push.service';
import type { TestApp, TestPerson } from './app';
import { market } from './market';
import { eventually } from './realtime';

/** The app on a phone, as it registers itself. */
export interface TestPhone {
  transport: PhoneTransport;
  token: string;
}

/** A new phone, with a token in the format of its push service. */
export function phone(transport: PhoneTransport): TestPhone {
  const token =
    transport === 'apns' ? randomBytes(32).toString('hex') : `${randomBytes(16).toString('base64url')}:x-_1`;
  return { transport, token };
}

/** The calls of the app on a phone. */
export function phones(app: Pick<TestApp, 'request'>) {
  const subscribe = (person: { token: string }, device: TestPhone, more: object = {}) =>
    app.request<{ code?: string }>('PUT', '/push/subscription', { token: person.token, body: { ...device, ...more } });
  return {
    subscribe,
    /** Subscribes a new phone of this person, and returns it. */
    subscribed: async (person: { token: string }, transport: PhoneTransport, more: object = {}): Promise<TestPhone> => {
      const device = phone(transport);
      expect((await subscribe(person, device, more)).status).toBe(200);
      return device;
    },
    /**
     * Subscribes a phone of the customer in Hindi, and cancels a booking with the longest addresses and reason: its
     * notification is the longest of all.
     */
    cancelledAtLength: async (customer: TestPerson, driver: TestPerson, transport: PhoneTransport): Promise<void> => {
      const headers = { 'Accept-Language': 'hi' };
      await app.request('PUT', '/push/subscription', { token: customer.token, headers, body: phone(transport) });
      const steps = market(app);
      const place = 'क'.repeat(500);
      const ride = await steps.ride(customer, { pickup_location: place, drop_location: place });
      const booked = await steps.book(customer, await steps.quote(driver, ride));
      await steps.cancel(driver, await steps.drive(driver, booked, 'accepted'), place);
    },
    unsubscribe: (person: { token: string }, body: TestPhone) =>
      app.request('POST', '/push/unsubscribe', { token: person.token, body }),
  };
}

/** How many messages have had this outcome. */
export async function pushesCounted(outcome: string): Promise<number> {
  const text = await registry.getSingleMetricAsString('pushes_total');
  return [...text.matchAll(new RegExp(`outcome="${outcome}"} (\\d+)`, 'g'))].reduce((sum, [, n]) => sum + Number(n), 0);
}

/** Resolves when one more message has had this outcome than `before`. */
export const outcomeCame = (outcome: string, before: number) =>
  eventually(async () => (await pushesCounted(outcome)) > before, `no message was ${outcome}`);

/** Resolves when no message waits. */
export const pushesIdle = () => eventually(() => pushesWaiting() === 0, 'messages still wait');
