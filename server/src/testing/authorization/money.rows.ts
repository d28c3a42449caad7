import { createHmac, randomUUID } from 'node:crypto';
import { exportKinds } from '@boli/shared/ledger/ledger.schema';
import { type Fixtures, GATEWAY_SECRET } from './fixtures';
import { admins, type CallRow, customers, drivers, everybody, itsCustomer, mayNotSeeRequests, readers } from './row';

const newPromo = () => ({
  code: `P${randomUUID().slice(0, 8).toUpperCase()}`,
  discount_type: 'fixed',
  discount_value: 10,
});

async function promo({ app, people }: Fixtures): Promise<string> {
  const body = newPromo();
  const made = await app.request('POST', '/admin/promos', { token: people.admin.token, body });
  if (made.status !== 201)
    throw new Error(`creating the promo code answered ${made.status}: ${JSON.stringify(made.body)}`);
  return body.code;
}

/** A completed ride paid through the gateway, whose payout is owed to the driver. */
async function payout(fixtures: Fixtures): Promise<{ bookingId: string; payoutId: string }> {
  const { app, people, running, steps, paidOrder } = fixtures;
  const booking = await running({ payment_method: 'online' });
  const proof = await paidOrder(booking);
  await app.request('POST', '/payment/verify', {
    token: people.customer.token,
    body: { booking_id: booking.id, ...proof },
  });
  await steps.step(people['its driver'], booking, 'completed');
  await app.request('PUT', `/admin/reviews/${booking.id}`, {
    token: people.admin.token,
    body: { decision: 'cleared' },
  });
  const { body } = await app.request<{ id: string; booking_id: string }[]>('GET', '/admin/payouts', {
    token: people.admin.token,
  });
  return { bookingId: booking.id, payoutId: body.find((row) => row.booking_id === booking.id)?.id ?? 'none' };
}

/** A booking marked as paid directly and then cancelled, whose refund has to be paid by hand. */
async function refundDue({ app, people, booked, steps }: Fixtures): Promise<string> {
  const { id } = await booked({ payment_method: 'phonepe' });
  await app.request('PUT', `/bookings/${id}/payment`, {
    token: people.customer.token,
    body: { payment_status: 'completed' },
  });
  await steps.confirm(people['its driver'], { id });
  await steps.cancel(people.customer, { id });
  return id;
}

const webhook = (key: string) => {
  const bytes = JSON.stringify({ entity: 'event', event: 'order.closed', payload: {} });
  const signature = createHmac('sha256', key).update(bytes).digest('hex');
  return { bytes, headers: { 'Content-Type': 'application/json', 'X-Razorpay-Signature': signature } };
};

/** Promo codes, payments, refunds, reviews, settlements, payouts, receipts, statements and exports. */
export const moneyRows: CallRow[] = [
  {
    call: 'promos.validatePromo',
    cells: customers(200),
    ask: async (fixtures) => ({ body: { code: await promo(fixtures), amount: 240 } }),
  },
  { call: 'promos.listPromos', cells: admins(200), ask: async (fixtures) => ({ thing: await promo(fixtures) }) },
  { call: 'promos.createPromo', cells: admins(201), ask: async () => ({ body: newPromo() }) },
  {
    call: 'promos.changePromo',
    cells: admins(200),
    ask: async (fixtures) => ({ params: { code: await promo(fixtures) }, body: { is_active: false } }),
  },
  {
    call: 'payments.createOrder',
    cells: itsCustomer(201),
    ask: async ({ booked }) => {
      const { id, final_price } = await booked({ payment_method: 'online' });
      return { body: { booking_id: id, amount: final_price, currency: 'INR' } };
    },
  },
  {
    call: 'payments.simulateCheckout',
    cells: itsCustomer(200),
    ask: async ({ booked, paidOrder }) => ({
      params: { order_id: (await paidOrder(await booked({ payment_method: 'online' }))).order_id },
      body: { outcome: 'fail' },
    }),
  },
  {
    call: 'payments.verifyPayment',
    cells: itsCustomer(200),
    ask: async ({ booked, paidOrder }) => {
      const booking = await booked({ payment_method: 'online' });
      return { body: { booking_id: booking.id, ...(await paidOrder(booking)) } };
    },
  },
  {
    call: 'payments.paymentWebhook',
    when: 'signed by the gateway',
    cells: everybody(200),
    ask: async () => ({ raw: webhook(GATEWAY_SECRET) }),
  },
  {
    call: 'payments.paymentWebhook',
    when: 'signed by somebody else',
    cells: [400, 400, 400, 400, 400, 400],
    ask: async () => ({ raw: webhook('another key') }),
  },
  { call: 'payments.listRefunds', cells: admins(200), ask: async (fixtures) => ({ thing: await refundDue(fixtures) }) },
  {
    call: 'payments.markRefunded',
    cells: admins(200),
    ask: async (fixtures) => ({ params: { booking_id: await refundDue(fixtures) }, body: { reference: 'UTR-1' } }),
  },
  {
    call: 'payments.listReviews',
    cells: admins(200),
    ask: async ({ completed }) => ({ thing: (await completed()).id }),
  },
  {
    call: 'payments.decideReview',
    cells: admins(200),
    ask: async ({ completed }) => ({
      params: { booking_id: (await completed()).id },
      body: { decision: 'refused', note: 'Never driven' },
    }),
  },
  {
    call: 'settlements.listPendingSettlements',
    cells: admins(200),
    ask: async ({ completed }) => ({ thing: (await completed()).id }),
  },
  {
    call: 'settlements.paySettlement',
    cells: admins(200),
    ask: async ({ completed }) => ({
      params: { id: (await completed()).id },
      body: { settlement_status: 'paid', payment_method: 'bank_transfer', payment_reference: 'BANK-1' },
    }),
  },
  {
    call: 'settlements.undoSettlement',
    when: 'paid a moment ago',
    cells: admins(200),
    ask: async ({ app, people, completed }) => {
      const { id } = await completed();
      const body = { settlement_status: 'paid', payment_method: 'bank_transfer', payment_reference: 'BANK-1' };
      await app.request('PUT', `/admin/settlements/${id}`, { token: people.admin.token, body });
      return { params: { id } };
    },
  },
  {
    call: 'ledger.readReceipt',
    when: 'completed',
    cells: readers,
    ask: async ({ completed }) => {
      const { id } = await completed();
      return { params: { id }, thing: id };
    },
  },
  {
    call: 'bookings.readReplay',
    when: 'completed',
    cells: readers,
    ask: async ({ completed }) => ({ params: { id: (await completed()).id } }),
  },
  { call: 'ledger.readDailyEarnings', cells: drivers(200), ask: async () => ({}) },
  {
    call: 'ledger.readStatement',
    cells: [401, 403, 403, 200, 'own', 403],
    ask: async ({ completed }) => {
      const { id } = await completed();
      const around = (ms: number) => new Date(Date.now() + ms).toISOString();
      return { query: { from: around(-3_600_000), to: around(3_600_000) }, thing: id };
    },
  },
  { call: 'market.readCalibration', cells: admins(200), ask: async () => ({}) },
  { call: 'ledger.readStats', cells: admins(200), ask: async () => ({}) },
  { call: 'ledger.readDailyRevenue', cells: admins(200), ask: async () => ({}) },
  {
    call: 'ledger.listCommissions',
    cells: admins(200),
    ask: async ({ completed, people }) => {
      await completed();
      return { thing: people['its driver'].id };
    },
  },
  {
    call: 'ledger.listPayouts',
    cells: admins(200),
    ask: async (fixtures) => ({ thing: (await payout(fixtures)).bookingId }),
  },
  {
    call: 'ledger.payPayout',
    cells: admins(200),
    ask: async (fixtures) => ({ params: { id: (await payout(fixtures)).payoutId }, body: { reference: 'UTR-2' } }),
  },
  {
    // Passes are bought after all calls above, because they take the fee off later rides.
    call: 'pricing.buyPass',
    cells: drivers(201),
    drivers: mayNotSeeRequests,
    ask: async () => ({ body: { span: 'day', price: 30 } }),
  },
  ...exportKinds.map(
    (kind): CallRow => ({
      call: 'ledger.exportCsv',
      when: kind,
      cells: admins(200),
      ask: async () => ({ params: { kind } }),
    }),
  ),
];
