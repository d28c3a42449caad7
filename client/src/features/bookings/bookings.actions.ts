import { cancelBooking, confirmPayment, markPaid, stepBooking } from '@boli/shared/bookings/bookings.endpoints';
import type { Booking, StatusQuery } from '@boli/shared/bookings/bookings.schema';
import { createRating } from '@boli/shared/ratings/ratings.endpoints';
import type { RatingInput } from '@boli/shared/ratings/ratings.schema';
import type { z } from 'zod';
import { call } from '../../core/api';
import { t } from '../../core/t';
import { loadBooking, upsertBooking } from './bookings.store';

export type Step = z.infer<typeof StatusQuery>['status'];

/** Bookings that a press on this screen is changing: their pushes need no word of their own. */
const mine = new Map<string, number>();

/** Whether this screen is changing the booking at this moment. */
export function isMine(bookingId: string): boolean {
  return mine.has(bookingId);
}

async function asMine<T>(bookingId: string, change: () => Promise<T>): Promise<T> {
  mine.set(bookingId, (mine.get(bookingId) ?? 0) + 1);
  try {
    return await change();
  } finally {
    const left = (mine.get(bookingId) ?? 1) - 1;
    if (left > 0) mine.set(bookingId, left);
    else mine.delete(bookingId);
  }
}

/** Takes a booking a step on. @throws {ApiError} */
export function takeStep(id: string, status: Step): Promise<Booking> {
  return asMine(id, async () => {
    const booking = await call(stepBooking, { params: { id }, query: { status } });
    upsertBooking(booking);
    return booking;
  });
}

/** Cancels with a reason in words. @throws {ApiError} */
export function cancel(id: string, reason: string, by: 'customer' | 'driver'): Promise<void> {
  return asMine(id, async () => {
    upsertBooking(await call(cancelBooking, { params: { id }, body: { reason, cancelled_by: by } }));
  });
}

/** Marks a direct UPI payment as completed. One key for all tries. @throws {ApiError} */
export async function markPayment(id: string, idempotencyKey: string): Promise<void> {
  upsertBooking(await call(markPaid, { params: { id }, body: { payment_status: 'completed' }, idempotencyKey }));
}

/** Confirms a payment that the other side claims, or that cash came. One key for all tries. @throws {ApiError} */
export async function confirm(id: string, idempotencyKey: string): Promise<void> {
  upsertBooking(await call(confirmPayment, { params: { id }, idempotencyKey }));
}

type Rated = z.input<typeof RatingInput>;

/** Rates a completed ride and reads the booking afresh, which then carries the rating. @throws {ApiError} */
export async function rate(body: Rated, idempotencyKey: string): Promise<void> {
  const id = body.booking_id;
  await call(createRating, { body, idempotencyKey });
  await loadBooking(id).catch(() => undefined);
}

/** 'Booking accepted', with spaces for underscores. */
export function statusText(status: Booking['status']): string {
  return t('bookings.status_toast', { status: t(`bookings.status.${status}`) });
}
