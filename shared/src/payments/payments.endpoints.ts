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
  summary: 'Create the order at the gateway for the amount due on my booking; a repeat returns the same order',
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
  summary: "The gateway's webhook about a payment, signed over the raw body (X-Razorpay-Signature)",
});
export const simulateCheckout = endpoint({
  method: 'post',
  path: '/payment/simulated/{order_id}',
  access: ['customer'],
  whileSuspended: true,
  params: SimulatedParams,
  body: SimulatedInput,
  reply: SimulatedAnswer,
  summary: 'Act on the simulated checkout; 404 with a real gateway',
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
  summary: 'Record that a direct payment was refunded, or decide the refund of a prepaid ride',
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
  summary: 'Clear or refuse a ride under review, and with it its payout and promo credit',
});
