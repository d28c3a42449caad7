import { z } from 'zod';
import { endpoint } from '../core/endpoint';
import { IdParam, Page } from '../core/fields';
import {
  Booking,
  BookingInput,
  CancelInput,
  Fix,
  HistoryEntry,
  HistoryQuery,
  MethodInput,
  PaidInput,
  StatusQuery,
  TrackInput,
  TrackPoint,
} from './bookings.schema';

const Done = z.object({ success: z.literal(true) });

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
  query: Page,
  reply: z.array(Booking),
  list: true,
  summary: 'My bookings in every status; an admin reads all',
});
export const readBooking = endpoint({
  method: 'get',
  path: '/bookings/{id}',
  access: 'any',
  params: IdParam,
  reply: Booking,
  summary: 'One booking of mine',
});
export const stepBooking = endpoint({
  method: 'put',
  path: '/bookings/{id}/status',
  access: ['driver'],
  params: IdParam,
  query: StatusQuery,
  reply: Booking,
  summary: 'Accept, reject, start or complete a booking',
});
export const cancelBooking = endpoint({
  method: 'put',
  path: '/bookings/{id}/cancel',
  access: ['customer', 'driver'],
  params: IdParam,
  body: CancelInput,
  reply: Booking,
  summary: 'Cancel a booking of mine',
});
export const sendLocation = endpoint({
  method: 'put',
  path: '/bookings/{id}/location',
  access: ['driver'],
  params: IdParam,
  body: Fix,
  reply: Done,
  summary: "Share the driver's position",
});
export const readTrack = endpoint({
  method: 'get',
  path: '/bookings/{id}/track',
  access: 'any',
  params: IdParam,
  reply: z.array(TrackPoint),
  summary: 'The recorded trip, oldest point first',
});
export const addTrack = endpoint({
  method: 'post',
  path: '/bookings/{id}/track',
  access: ['driver'],
  params: IdParam,
  body: TrackInput,
  reply: z.object({ stored: z.number().int() }),
  summary: 'Add points buffered while offline; stored, never sent as live',
});
export const setPaymentMethod = endpoint({
  method: 'post',
  path: '/bookings/{id}/payment',
  access: ['customer'],
  params: IdParam,
  body: MethodInput,
  reply: Booking,
  summary: 'Choose another payment method while the payment is pending',
});
export const markPaid = endpoint({
  method: 'put',
  path: '/bookings/{id}/payment',
  access: ['customer', 'driver'],
  params: IdParam,
  body: PaidInput,
  reply: Booking,
  summary: 'Mark a direct UPI payment as completed',
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
