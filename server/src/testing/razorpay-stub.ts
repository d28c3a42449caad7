import { createHmac, randomUUID } from 'node:crypto';
import express, { type Request, type Response } from 'express';
import { type Served, serve } from './serve';

export interface StubOrder {
  id: string;
  entity: 'order';
  receipt: string;
  amount: number;
  currency: string;
  status: 'created' | 'attempted' | 'paid';
}

export interface StubPayment {
  id: string;
  entity: 'payment';
  order_id: string;
  amount: number;
  currency: string;
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed';
  amount_refunded: number;
}

/** The behaviour of the stub: correct, ten seconds late, closing the connection, answering HTML, or refusing with 400. */
export type Mood = 'well' | 'slow' | 'down' | 'nonsense' | 'refusing';

const SLOW_MS = 10_000;
const KEY_ID = 'rzp_test_stub';
const KEY_SECRET = 'the secret of the key';
const WEBHOOK_SECRET = 'the secret of the webhook';

/**
 * Razorpay's HTTP API with its real signatures, as far as it is used here: orders (by default any number with one
 * receipt), payments, captures, refunds by idempotency key. Its state is in the memory of the test, so it survives a
 * crash of the server under test.
 */
export class RazorpayStub {
  readonly orders = new Map<string, StubOrder>();
  readonly payments = new Map<string, StubPayment>();
  /** Every refund; a second refund of one payment is a second entry. */
  readonly refunds: { id: string; payment_id: string; amount: number; key: string }[] = [];
  /** The calls so far, such as `POST /v1/orders`. */
  readonly calls: string[] = [];
  mood: Mood = 'well';
  /** Whether each receipt may be used only once. */
  uniqueReceipts = false;
  /** The number of further orders and refunds that are executed but not answered. */
  loseAnswers = 0;
  private readonly served: Served;

  private constructor(served: Served) {
    this.served = served;
  }

  static async open(): Promise<RazorpayStub> {
    const app = express();
    const stub = new RazorpayStub(await serve(app));
    stub.mount(app);
    return stub;
  }

  /** The settings of a server that uses this stub. */
  get settings(): Record<string, string> {
    return {
      RAZORPAY_API_URL: this.served.url,
      RAZORPAY_KEY_ID: KEY_ID,
      RAZORPAY_KEY_SECRET: KEY_SECRET,
      RAZORPAY_WEBHOOK_SECRET: WEBHOOK_SECRET,
    };
  }

  close(): Promise<void> {
    return this.served.close();
  }

  /** Pays an order at the checkout. */
  pay(orderId: string, more: Partial<StubPayment> = {}): StubPayment {
    const order = this.orders.get(orderId);
    const id = newId('pay');
    const base = {
      id,
      entity: 'payment' as const,
      order_id: orderId,
      amount: order?.amount ?? 0,
      currency: 'INR',
      amount_refunded: 0,
    };
    const payment: StubPayment = { ...base, status: 'captured', ...more };
    this.payments.set(payment.id, payment);
    if (order && payment.status === 'captured') order.status = 'paid';
    return payment;
  }

  /** The result that the checkout hands to the page that opened it, after a payment. */
  proof(payment: StubPayment): { order_id: string; payment_id: string; signature: string } {
    const signature = hmac(KEY_SECRET, `${payment.order_id}|${payment.id}`);
    return { order_id: payment.order_id, payment_id: payment.id, signature };
  }

  /** A webhook about a payment, signed over its bytes. */
  webhook(payment: StubPayment, event = 'payment.captured'): { raw: string; signature: string } {
    const body = { entity: 'event', event, contains: ['payment'], payload: { payment: { entity: payment } } };
    return this.signed(JSON.stringify(body));
  }

  signed(raw: string): { raw: string; signature: string } {
    return { raw, signature: hmac(WEBHOOK_SECRET, raw) };
  }

  private mount(app: express.Express): void {
    app.use((request, response, next) => this.behave(request, response, next));
    app.use(express.json());
    app.post('/v1/orders', (request, response) => this.createOrder(request, response));
    app.get('/v1/orders', ({ query }, response) => {
      const items = [...this.orders.values()].filter((order) => !query.receipt || order.receipt === query.receipt);
      response.json({ entity: 'collection', count: items.length, items });
    });
    app.get('/v1/orders/:id', ({ params }, response) => answer(response, this.orders.get(params.id)));
    app.get('/v1/orders/:id/payments', ({ params }, response) => {
      const items = [...this.payments.values()].filter((payment) => payment.order_id === params.id);
      response.json({ entity: 'collection', count: items.length, items });
    });
    app.get('/v1/payments/:id', ({ params }, response) => answer(response, this.payments.get(params.id)));
    app.post('/v1/payments/:id/capture', ({ params }, response) => {
      const payment = this.payments.get(params.id);
      if (payment?.status !== 'authorized') {
        refuse(response, 'This payment has already been captured');
        return;
      }
      payment.status = 'captured';
      answer(response, payment);
    });
    app.post('/v1/payments/:id/refund', (request, response) => this.refund(request, response));
  }

  private behave(request: Request, response: Response, next: () => void): void {
    this.calls.push(`${request.method} ${request.path}`);
    const credentials = Buffer.from(`${KEY_ID}:${KEY_SECRET}`).toString('base64');
    if (request.headers.authorization !== `Basic ${credentials}`) {
      response.status(401).json({ error: { code: 'BAD_REQUEST_ERROR', description: 'Authentication failed' } });
      return;
    }
    switch (this.mood) {
      case 'well':
        next();
        return;
      case 'slow':
        setTimeout(next, SLOW_MS).unref();
        return;
      case 'down':
        request.socket.destroy();
        return;
      case 'nonsense':
        response.type('html').send('<h1>We are making things better for you</h1>');
        return;
      case 'refusing':
        refuse(response, 'No');
        return;
    }
  }

  private createOrder(request: Request, response: Response): void {
    const { amount, currency, receipt } = request.body;
    const used = [...this.orders.values()].some((order) => order.receipt === receipt);
    if (this.uniqueReceipts && used) {
      refuse(response, 'Receipt has already been used');
      return;
    }
    if (!Number.isInteger(amount) || amount < 100 || String(receipt).length > 40) {
      refuse(response, 'The order is wrong');
      return;
    }
    const order: StubOrder = { id: newId('order'), entity: 'order', receipt, amount, currency, status: 'created' };
    this.orders.set(order.id, order);
    if (this.loses(request)) return;
    response.json(order);
  }

  private refund(request: Request<{ id: string }>, response: Response): void {
    const payment = this.payments.get(request.params.id);
    const key = request.get('X-Refund-Idempotency') ?? '';
    const earlier = this.refunds.find((refund) => refund.key !== '' && refund.key === key);
    const left = payment ? payment.amount - payment.amount_refunded : 0;
    if (!earlier && (payment?.status !== 'captured' || request.body.amount > left || request.body.amount < 100)) {
      refuse(response, 'The payment has been fully refunded already');
      return;
    }
    const refund = earlier ?? {
      id: newId('rfnd'),
      payment_id: request.params.id,
      amount: request.body.amount,
      key,
    };
    if (!earlier) this.refunds.push(refund);
    if (!earlier && payment) payment.amount_refunded += refund.amount;
    if (payment && payment.amount_refunded === payment.amount) payment.status = 'refunded';
    if (this.loses(request)) return;
    response.json({ ...refund, entity: 'refund', currency: 'INR', status: 'processed' });
  }

  private loses(request: Request): boolean {
    if (this.loseAnswers === 0) return false;
    this.loseAnswers -= 1;
    request.socket.destroy();
    return true;
  }
}

function hmac(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}

function newId(kind: string): string {
  return `${kind}_${randomUUID().replaceAll('-', '').slice(0, 14)}`;
}

function answer(response: Response, entity: object | undefined): void {
  if (entity) response.json(entity);
  else refuse(response, 'The id provided does not exist');
}

function refuse(response: Response, description: string): void {
  response.status(400).json({ error: { code: 'BAD_REQUEST_ERROR', description } });
}
