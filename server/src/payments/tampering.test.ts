import { randomBytes } from 'node:crypto';
import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { BookingModel } from '../bookings/bookings.model';
import { JournalModel } from '../ledger/journal.model';
import { startTestApp, type TestApp, type TestPerson } from '../testing/app';
import { market } from '../testing/market';
import { cashier, type Proof } from '../testing/payments';
import { RazorpayStub, type StubPayment } from '../testing/razorpay-stub';
import { runJobs } from '../wiring/scheduler';
import { PaymentModel } from './payments.model';

/** The number of tampered calls: `TAMPERED`, 200 by default. */
const CALLS = Number(process.env.TAMPERED ?? 200);
const VICTIMS = 10;

interface Victim {
  booking: Booking;
  /** Paid at the gateway, and not reported to the server yet. */
  payment: StubPayment;
  proof: Proof;
  webhook: { raw: string; signature: string };
}

let stub: RazorpayStub;
let app: TestApp;
let customer: TestPerson;
let desk: ReturnType<typeof cashier>;
const victims: Victim[] = [];

beforeAll(async () => {
  stub = await RazorpayStub.open();
  app = await startTestApp({ settings: { ...stub.settings, MAX_OPEN_REQUESTS: '1000' } });
  desk = cashier(app);
  customer = await app.register('customer');
  const driver = await app.registerDriver();
  for (let n = 0; n < VICTIMS; n++) {
    const booking = await market(app).booked(customer, driver, { price: 100 + n, book: { payment_method: 'online' } });
    const payment = stub.pay((await desk.order(customer, booking)).body.order_id);
    victims.push({ booking, payment, proof: stub.proof(payment), webhook: stub.webhook(payment) });
  }
});
afterAll(async () => {
  await app.close();
  await stub.close();
});

const pick = <T>(list: readonly T[]): T => {
  const one = list[Math.floor(Math.random() * list.length)];
  if (one === undefined) throw new Error('an empty list');
  return one;
};
const others = (victim: Victim) => victims.filter((one) => one !== victim);

/** Replaces a character, so that the length stays the same. */
function changed(text: string): string {
  const at = Math.floor(Math.random() * text.length);
  const other = pick([...'0123456789abcdefXYZ'].filter((letter) => letter !== text[at]));
  return `${text.slice(0, at)}${other}${text.slice(at + 1)}`;
}

const proofs: Record<string, (victim: Victim) => object> = {
  'one letter of the signature': ({ proof }) => ({ ...proof, signature: changed(proof.signature) }),
  'one letter of the payment': ({ proof }) => ({ ...proof, payment_id: changed(proof.payment_id) }),
  'one letter of the order': ({ proof }) => ({ ...proof, order_id: changed(proof.order_id) }),
  'upper case': ({ proof }) => ({ ...proof, signature: proof.signature.toUpperCase() }),
  'cut short': ({ proof }) => ({ ...proof, signature: proof.signature.slice(0, -1) }),
  'made longer': ({ proof }) => ({ ...proof, signature: `${proof.signature}0` }),
  'no signature': ({ proof }) => ({ ...proof, signature: '' }),
  'a list': ({ proof }) => ({ ...proof, signature: [proof.signature] }),
  'an operator': ({ proof }) => ({ ...proof, signature: { $ne: null }, order_id: { $gt: '' } }),
  'random bytes': ({ proof }) => ({ ...proof, signature: randomBytes(32).toString('hex') }),
  "another booking's": (victim) => pick(others(victim)).proof,
  "another booking's payment": (victim) => ({ ...victim.proof, payment_id: pick(others(victim)).proof.payment_id }),
  "the webhook's signature": ({ proof, webhook }) => ({ ...proof, signature: webhook.signature }),
  'sides swapped': ({ proof }) => ({ ...proof, order_id: proof.payment_id, payment_id: proof.order_id }),
};

const webhooks: Record<string, (victim: Victim) => { raw: string; signature: string | null }> = {
  'one byte of the body': ({ webhook }) => ({ ...webhook, raw: changed(webhook.raw) }),
  'one letter of the signature': ({ webhook }) => ({ ...webhook, signature: changed(webhook.signature) }),
  "another webhook's signature": (victim) => ({ ...victim.webhook, signature: pick(others(victim)).webhook.signature }),
  'written anew': ({ webhook }) => ({ ...webhook, raw: JSON.stringify(JSON.parse(webhook.raw), null, 2) }),
  'a space more': ({ webhook }) => ({ ...webhook, raw: `${webhook.raw} ` }),
  'another amount': ({ webhook }) => ({ ...webhook, raw: webhook.raw.replace(/"amount":\d+/, '"amount":1') }),
  'no signature': ({ webhook }) => ({ ...webhook, signature: null }),
  'an empty signature': ({ webhook }) => ({ ...webhook, signature: '' }),
  'upper case': ({ webhook }) => ({ ...webhook, signature: webhook.signature.toUpperCase() }),
  "the checkout's signature": ({ webhook, proof }) => ({ ...webhook, signature: proof.signature }),
};

test(
  `none of ${CALLS} tampered calls is accepted`,
  async () => {
    const accepted: string[] = [];
    const one = async (n: number) => {
      const victim = pick(victims);
      if (n % 2 === 0) {
        const kind = pick(Object.keys(proofs));
        const { status } = await desk.verify(customer, victim.booking, proofs[kind]?.(victim) ?? {});
        if (status !== 400) accepted.push(`verify, ${kind}: ${status}`);
      } else {
        const kind = pick(Object.keys(webhooks));
        const { status } = await desk.hook(webhooks[kind]?.(victim) ?? { raw: '', signature: '' });
        if (status !== 400) accepted.push(`webhook, ${kind}: ${status}`);
      }
    };
    for (let n = 0; n < CALLS; n += 20) {
      await Promise.all(Array.from({ length: Math.min(20, CALLS - n) }, (_, more) => one(n + more)));
    }
    await runJobs();
    expect(accepted).toEqual([]);
    expect(await BookingModel.countDocuments({ payment_status: 'pending' })).toBe(VICTIMS);
    expect([await PaymentModel.countDocuments(), await JournalModel.countDocuments()]).toEqual([0, 0]);
    for (const { booking, proof } of victims) expect((await desk.verify(customer, booking, proof)).status).toBe(200);
  },
  60_000 + CALLS * 100,
);
