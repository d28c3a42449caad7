import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { readSettings } from '../settings';
import { type Mood, RazorpayStub } from '../testing/razorpay-stub';
import { stopwatch } from '../testing/stopwatch';
import { type Gateway, GatewayFailed } from './gateway';
import { razorpayGateway } from './razorpay';
import { checkoutText, isSignedBy } from './signature';

let stub: RazorpayStub;
let gateway: Gateway;

beforeAll(async () => {
  stub = await RazorpayStub.open();
  gateway = razorpayGateway(readSettings(stub.settings));
});
beforeEach(() => {
  stub.mood = 'well';
});
afterAll(() => stub.close());

const created = () => gateway.createOrder({ receipt: randomUUID(), amount_paise: 24_050 });
const failure = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof GatewayFailed)) throw new Error(`it did not fail as it should: ${error}`);
  return error;
};

describe('a working gateway', () => {
  test('creates an order with the booking id as its receipt, and finds it again', async () => {
    const order = await created();
    expect(order).toMatchObject({ amount_paise: 24_050, currency: 'INR', paid: false });
    expect(await gateway.order(order.id)).toEqual(order);
    expect(await gateway.ordersByReceipt(order.receipt ?? '')).toEqual([order]);
    expect(await gateway.order('order_unknown')).toBeNull();
  });

  test('returns every order with the same receipt', async () => {
    const receipt = randomUUID();
    const made = [1, 2].map(() => gateway.createOrder({ receipt, amount_paise: 100 }));
    const ids = (await Promise.all(made)).map((order) => order.id);
    expect((await gateway.ordersByReceipt(receipt)).map((order) => order.id).sort()).toEqual(ids.sort());
  });

  test('lists the payments of an order and reads single ones, but none of another order', async () => {
    const [order, other] = [await created(), await created()];
    const payment = stub.pay(order.id);
    expect(await gateway.payment(payment.id, order.id)).toMatchObject({ status: 'captured', amount_paise: 24_050 });
    expect(await gateway.payment(payment.id, other.id)).toBeNull();
    expect(await gateway.payment('pay_unknown', order.id)).toBeNull();
    expect((await gateway.paymentsOf(order.id)).map(({ id }) => id)).toEqual([payment.id]);
    expect(await gateway.paymentsOf(other.id)).toEqual([]);
    expect((await gateway.order(order.id))?.paid).toBe(true);
  });

  test('captures an authorized payment, also if it was captured meanwhile', async () => {
    const order = await created();
    const { id } = stub.pay(order.id, { status: 'authorized' });
    const authorized = await gateway.payment(id, order.id);
    if (!authorized) throw new Error('no payment');
    expect((await gateway.capture(authorized)).status).toBe('captured');
    expect((await gateway.capture(authorized)).status).toBe('captured');
  });

  test('refunds once for repeated requests, by an idempotency key', async () => {
    const order = await created();
    const { id } = stub.pay(order.id);
    const asked = { id, order_id: order.id, refund_paise: 24_050 };
    const first = await gateway.refund(asked);
    expect(await gateway.refund(asked)).toBe(first);
    expect(stub.refunds.filter((refund) => refund.payment_id === id)).toHaveLength(1);
    expect(await gateway.payment(id, order.id)).toMatchObject({ status: 'refunded', refunded_paise: 24_050 });
  });

  test('refunds a part, after which the payment has the refunded amount', async () => {
    const order = await created();
    const { id } = stub.pay(order.id);
    const part = { id, order_id: order.id, refund_paise: 10_025 };
    const first = await gateway.refund(part);
    expect(await gateway.refund(part)).toBe(first);
    expect(stub.refunds.filter((refund) => refund.payment_id === id)).toMatchObject([{ amount: 10_025 }]);
    expect(await gateway.payment(id, order.id)).toMatchObject({ status: 'captured', refunded_paise: 10_025 });
  });

  test('signs the result of the checkout, and signs webhooks with another secret', async () => {
    const proof = stub.proof(stub.pay((await created()).id));
    const text = checkoutText(proof.order_id, proof.payment_id);
    expect(isSignedBy(gateway.checkoutKey(), text, proof.signature)).toBe(true);
    const { raw, signature } = stub.signed('{}');
    const key = gateway.webhookKey();
    if (!key) throw new Error('no key');
    expect(isSignedBy(key, raw, signature)).toBe(true);
    expect(isSignedBy(gateway.checkoutKey(), raw, signature)).toBe(false);
  });
});

describe('a failing gateway', () => {
  const calls: Record<string, () => Promise<unknown>> = {
    createOrder: created,
    ordersByReceipt: () => gateway.ordersByReceipt(randomUUID()),
    order: () => gateway.order('order_1'),
    payment: () => gateway.payment('pay_1', 'order_1'),
    paymentsOf: () => gateway.paymentsOf('order_1'),
    capture: () =>
      gateway.capture({
        id: 'pay_1',
        order_id: 'order_1',
        amount_paise: 1,
        currency: 'INR',
        status: 'authorized',
        refunded_paise: 0,
      }),
    refund: () => gateway.refund({ id: 'pay_1', order_id: 'order_1', refund_paise: 1 }),
  };

  test.each<[Mood, string]>([
    ['down', 'it does not answer'],
    ['nonsense', 'its answer is not valid'],
    ['slow', 'it does not answer'],
  ])('(mood: %s) lets every call fail within five seconds, with the reason', async (mood, reason) => {
    stub.mood = mood;
    const elapsed = stopwatch();
    const failures = await Promise.all(Object.values(calls).map((call) => failure(call())));
    expect(elapsed()).toBeLessThan(5_500);
    expect(failures.map((one) => [one.reason, one.refusal])).toEqual(failures.map(() => [reason, null]));
  });

  test('that refuses a call is distinguished from one that is unavailable', async () => {
    stub.mood = 'refusing';
    expect(await failure(created())).toMatchObject({ refusal: 400, status: 503 });
  });

  test('that refuses the keys counts as one that refuses the call', async () => {
    const other = razorpayGateway(readSettings({ ...stub.settings, RAZORPAY_KEY_SECRET: 'wrong' }));
    expect((await failure(other.createOrder({ receipt: randomUUID(), amount_paise: 100 }))).refusal).toBe(401);
  });
});
