import { z } from 'zod';
import { endpoint } from '../core/endpoint';
import { IdParam, Page } from '../core/fields';
import {
  Booking,
  BookingInput,
  CancelInput,
  HistoryEntry,
  HistoryQuery,
  MethodInput,
  PaidInput,
  StatusQuery,
} from './bookings.schema';
import { Replay } from './replay.schema';

export const createBooking = endpoint({
  method: 'post',
  path: '/bookings/create',
  access: ['customer'],
  body: BookingInput,
  reply: Booking,
  status: 201,
  idempotent: true,
  summary: 'Book a quote',
});
export const listBookings = endpoint({
  method: 'get',
  path: '/bookings/my',
  access: 'any',
  whileSuspended: true,
  query: Page,
  reply: z.array(Booking),
  list: true,
  summary: 'My bookings in every status; an admin reads all',
});
export const readBooking = endpoint({
  method: 'get',
  path: '/bookings/{id}',
  access: 'any',
  whileSuspended: true,
  params: IdParam,
  reply: Booking,
  summary: 'One booking of mine',
});
export const readReplay = endpoint({
  method: 'get',
  path: '/bookings/{id}/replay',
  access: 'any',
  whileSuspended: true,
  params: IdParam,
  reply: Replay,
  // The trail has one document for each minute of the ride, so a replay costs more.
  cost: 3,
  summary: 'The replay of an ended ride, for its two sides and admins: positions, way and events',
});
export const stepBooking = endpoint({
  method: 'put',
  path: '/bookings/{id}/status',
  access: ['driver'],
  whileSuspended: true,
  params: IdParam,
  query: StatusQuery,
  reply: Booking,
  summary: 'Accept, reject, start or complete a booking',
});
export const markArrived = endpoint({
  method: 'post',
  path: '/bookings/{id}/arrived',
  access: ['driver'],
  whileSuspended: true,
  params: IdParam,
  reply: Booking,
  summary: 'Mark that I am at the pickup of an accepted booking; a repeat changes nothing',
});
export const cancelBooking = endpoint({
  method: 'put',
  path: '/bookings/{id}/cancel',
  access: ['customer', 'driver'],
  whileSuspended: true,
  params: IdParam,
  body: CancelInput,
  reply: Booking,
  summary: 'Cancel a booking of mine',
});
export const setPaymentMethod = endpoint({
  method: 'post',
  path: '/bookings/{id}/payment',
  access: ['customer'],
  whileSuspended: true,
  params: IdParam,
  body: MethodInput,
  reply: Booking,
  idempotent: true,
  summary: 'Choose another payment method while the payment is pending',
});
export const markPaid = endpoint({
  method: 'put',
  path: '/bookings/{id}/payment',
  access: ['customer', 'driver'],
  whileSuspended: true,
  params: IdParam,
  body: PaidInput,
  reply: Booking,
  idempotent: true,
  summary: 'Mark a direct UPI payment as completed',
});
export const confirmPayment = endpoint({
  method: 'post',
  path: '/bookings/{id}/payment/confirm',
  whileSuspended: true,
  access: 'any',
  params: IdParam,
  reply: Booking,
  idempotent: true,
  summary: 'Confirm a payment that the other side claims; the driver confirms cash; an admin may confirm both',
});
export const refuseClaim = endpoint({
  method: 'post',
  path: '/bookings/{id}/payment/refuse',
  access: ['admin'],
  params: IdParam,
  reply: Booking,
  idempotent: true,
  summary: 'Refuse the payment that the customer of a rejected or cancelled booking claims',
});
export const listHistory = endpoint({
  method: 'get',
  path: '/rides/history',
  access: ['customer', 'driver'],
  query: HistoryQuery.extend(Page.shape),
  reply: z.array(HistoryEntry),
  list: true,
  summary: 'My ended rides',
});
