import { z } from 'zod';
import { Booking } from '../bookings/bookings.schema';
import { endpoint } from '../core/endpoint';
import { Page } from '../core/fields';
import {
  BookingIdParam,
  Order,
  OrderInput,
  RefundInput,
  SimulatedAnswer,
  SimulatedInput,
  SimulatedParams,
  Verified,
  VerifyInput,
} from './payments.schema';

export const createOrder = endpoint({
  method: 'post',
  path: '/payment/create-order',
  access: ['customer'],
  body: OrderInput,
  reply: Order,
  status: 201,
  summary: 'An order at the gateway for what is due on my booking; asked again, the same order',
});
export const verifyPayment = endpoint({
  method: 'post',
  path: '/payment/verify',
  access: ['customer'],
  body: VerifyInput,
  reply: Verified,
  summary: "Prove a payment by the gateway's signature",
});
export const paymentWebhook = endpoint({
  method: 'post',
  path: '/payment/webhook',
  access: 'public',
  raw: true,
  reply: z.object({ received: z.literal(true) }),
  summary: "The gateway's own word, signed over the raw body (X-Razorpay-Signature)",
});
export const simulateCheckout = endpoint({
  method: 'post',
  path: '/payment/simulated/{order_id}',
  access: ['customer'],
  params: SimulatedParams,
  body: SimulatedInput,
  reply: SimulatedAnswer,
  summary: 'What somebody does on the built-in test checkout; 404 with a real gateway',
});
export const listRefunds = endpoint({
  method: 'get',
  path: '/admin/refunds',
  access: ['admin'],
  query: Page,
  reply: z.array(Booking),
  list: true,
  summary: 'Bookings whose direct payment has to be paid back by hand',
});
export const markRefunded = endpoint({
  method: 'put',
  path: '/admin/refunds/{booking_id}',
  access: ['admin'],
  params: BookingIdParam,
  body: RefundInput,
  reply: Booking,
  summary: 'Record that a direct payment was paid back',
});
