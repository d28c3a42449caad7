import { z } from 'zod';
import { Booking } from '../bookings/bookings.schema';
import { endpoint } from '../core/endpoint';
import { Page } from '../core/fields';
import {
  BookingIdParam,
  Order,
  OrderInput,
  Refund,
  RefundInput,
  Review,
  ReviewInput,
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
  whileSuspended: true,
  body: OrderInput,
  reply: Order,
  status: 201,
  idempotent: true,
  summary: 'An order at the gateway for what is due on my booking; asked again, the same order',
});
export const verifyPayment = endpoint({
  method: 'post',
  path: '/payment/verify',
  access: ['customer'],
  whileSuspended: true,
  body: VerifyInput,
  reply: Verified,
  idempotent: true,
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
  whileSuspended: true,
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
  reply: z.array(Refund),
  list: true,
  summary: 'Refunds that wait for an admin: direct ones, those to be decided, and claims that are not confirmed',
});
export const markRefunded = endpoint({
  method: 'put',
  path: '/admin/refunds/{booking_id}',
  access: ['admin'],
  params: BookingIdParam,
  body: RefundInput,
  reply: Booking,
  summary: 'Record that a direct payment was paid back, or decide how much of a prepaid ride goes back',
});
export const listReviews = endpoint({
  method: 'get',
  path: '/admin/reviews',
  access: ['admin'],
  query: Page,
  reply: z.array(Review),
  list: true,
  summary: 'Rides completed without a plausible drive, whose payout and promo credit wait',
});
export const decideReview = endpoint({
  method: 'put',
  path: '/admin/reviews/{booking_id}',
  access: ['admin'],
  params: BookingIdParam,
  body: ReviewInput,
  reply: Booking,
  summary: 'Let the payout and promo credit of a ride go, or refuse them',
});
