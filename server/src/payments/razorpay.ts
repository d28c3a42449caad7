import { createSecretKey } from 'node:crypto';
import { CURRENCY } from '@boli/shared/core/constants';
import Razorpay from 'razorpay';
import { z } from 'zod';
import type { Settings } from '../settings';
import { GATEWAY_LIMIT_MS, type Gateway, GatewayFailed, type GatewayOrder, type GatewayPayment } from './gateway';

const REFUND_PATH = /^\/v1\/payments\/([^/]+)\/refund$/;
const MAX_ANSWER_BYTES = 1_000_000;

const Order = z
  .object({
    id: z.string().min(1),
    receipt: z.string().nullish(),
    amount: z.number().int(),
    currency: z.string(),
    status: z.enum(['created', 'attempted', 'paid']),
  })
  .transform(
    (order): GatewayOrder => ({
      id: order.id,
      receipt: order.receipt ?? null,
      amount_paise: order.amount,
      currency: order.currency,
      paid: order.status === 'paid',
    }),
  );
const Payment = z
  .object({
    id: z.string().min(1),
    order_id: z.string().nullish(),
    amount: z.number().int(),
    currency: z.string(),
    status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
    amount_refunded: z.number().int().nullish(),
  })
  .transform(
    (payment): GatewayPayment => ({
      id: payment.id,
      order_id: payment.order_id ?? null,
      amount_paise: payment.amount,
      currency: payment.currency,
      status: payment.status,
      refunded_paise: payment.status === 'refunded' ? payment.amount : (payment.amount_refunded ?? 0),
    }),
  );
const Refund = z.object({ id: z.string().min(1), payment_id: z.string(), amount: z.number().int() });
const listOf = <S extends z.ZodType>(item: S) => z.object({ items: z.array(item) });

/**
 * Creates the gateway by Razorpay's SDK. The SDK sets no time limit and no key for repeated refunds: here a time limit
 * is added to each request of the SDK, and a key to each refund.
 */
export function razorpayGateway(settings: Settings): Gateway {
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: secret, RAZORPAY_WEBHOOK_SECRET: webhookSecret } = settings;
  if (!keyId || !secret) throw new Error('Razorpay needs a key id and its secret');
  const sdk = new Razorpay({ key_id: keyId, key_secret: secret });
  prepareRequests(sdk.api, settings.RAZORPAY_API_URL);
  const checkout = createSecretKey(Buffer.from(secret, 'utf8'));
  const webhook = webhookSecret ? createSecretKey(Buffer.from(webhookSecret, 'utf8')) : null;
  return {
    name: 'razorpay',
    keyId,
    checkoutKey: () => checkout,
    webhookKey: () => webhook,
    async createOrder({ receipt, amount_paise }) {
      const asked = { amount: amount_paise, currency: CURRENCY, receipt, notes: { booking_id: receipt } };
      const order = await answer(Order, () => sdk.orders.create({ ...asked, payment: { capture: 'automatic' } }));
      const same = order.receipt === receipt && order.amount_paise === amount_paise && order.currency === CURRENCY;
      if (!same) throw new GatewayFailed('it created another order than was requested');
      return order;
    },
    async ordersByReceipt(receipt) {
      const { items } = await answer(listOf(Order), () => sdk.orders.all({ receipt, count: 100 }));
      return items.filter((order) => order.receipt === receipt);
    },
    order: (id) => found(answer(Order, () => sdk.orders.fetch(id))),
    async payment(id, orderId) {
      const payment = await found(answer(Payment, () => sdk.payments.fetch(id)));
      return payment?.id === id && payment.order_id === orderId ? payment : null;
    },
    async paymentsOf(orderId) {
      const { items } = await answer(listOf(Payment), () => sdk.orders.fetchPayments(orderId));
      return items.filter((payment) => payment.order_id === orderId);
    },
    async capture({ id, amount_paise, currency }) {
      try {
        return await answer(Payment, () => sdk.payments.capture(id, amount_paise, currency));
      } catch (error) {
        if (!(error instanceof GatewayFailed) || error.refusal === null) throw error;
        // The gateway refuses, for example, when another call has captured the payment meanwhile.
        return answer(Payment, () => sdk.payments.fetch(id));
      }
    },
    async refund({ id, refund_paise }) {
      const refund = await answer(Refund, () => sdk.payments.refund(id, { amount: refund_paise }));
      if (refund.payment_id !== id || refund.amount !== refund_paise)
        throw new GatewayFailed('it refunded another sum');
      return refund.id;
    },
  };
}

/**
 * Runs one call of the SDK and validates its answer. Throws `GatewayFailed` if the call fails or the answer is invalid.
 */
async function answer<S extends z.ZodType>(schema: S, call: () => Promise<unknown>): Promise<z.output<S>> {
  let given: unknown;
  try {
    given = await call();
  } catch (error) {
    throw asGatewayFailure(error);
  }
  const parsed = schema.safeParse(given);
  if (!parsed.success) throw new GatewayFailed('its answer is not valid');
  return parsed.data;
}

/** Returns null for ids that the gateway does not know: it refuses them with 400 or 404. */
async function found<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof GatewayFailed && (error.refusal === 400 || error.refusal === 404)) return null;
    throw error;
  }
}

/**
 * Converts an error of the SDK. The SDK rejects with `{statusCode}` when the gateway has answered, and with any other
 * error when the gateway has not answered.
 */
function asGatewayFailure(error: unknown): GatewayFailed {
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : null;
  if (typeof status !== 'number') return new GatewayFailed('it does not answer');
  if (status < 400 || status >= 500) return new GatewayFailed(`it answers ${status}`);
  return new GatewayFailed(`it refuses with ${status}`, status);
}

/** The fields of the SDK's HTTP client that are set here; its types leave the client out. */
interface HttpClient {
  defaults: { baseURL?: string; timeout?: number; maxRedirects?: number; maxContentLength?: number };
  interceptors: { request: { use(prepare: (request: HttpRequest) => HttpRequest): unknown } };
}
interface HttpRequest {
  url?: string;
  signal?: unknown;
  headers: { set(name: string, value: string): unknown };
}

function prepareRequests(api: object, baseUrl: string | undefined): void {
  const http = 'rq' in api ? api.rq : null;
  if (!isHttpClient(http)) throw new Error('the Razorpay SDK has another HTTP client than the one known here');
  if (baseUrl) http.defaults.baseURL = baseUrl;
  http.defaults.timeout = GATEWAY_LIMIT_MS;
  http.defaults.maxRedirects = 0;
  http.defaults.maxContentLength = MAX_ANSWER_BYTES;
  http.interceptors.request.use((request) => {
    // A limit of the whole request is needed, because the client's own limit restarts with every byte that arrives.
    request.signal = AbortSignal.timeout(GATEWAY_LIMIT_MS);
    const paymentId = REFUND_PATH.exec(request.url ?? '')?.[1];
    if (paymentId) request.headers.set('X-Refund-Idempotency', paymentId);
    return request;
  });
}

function isHttpClient(value: unknown): value is HttpClient {
  return typeof value === 'function' && 'defaults' in value && 'interceptors' in value;
}
