import {
  cancelBooking,
  confirmPayment,
  markArrived,
  markPaid,
  stepBooking,
} from '@boli/shared/bookings/bookings.endpoints';
import type { Booking, StatusQuery } from '@boli/shared/bookings/bookings.schema';
import { createRating } from '@boli/shared/ratings/ratings.endpoints';
import type { RatingInput } from '@boli/shared/ratings/ratings.schema';
import type { z } from 'zod';
import { ApiError, call } from '../../core/api';
import { logged } from '../../core/log';
import { t } from '../../core/t';
import { loadBooking, upsertBooking } from './bookings.store';

export type Step = z.infer<typeof StatusQuery>['status'];

/** By booking id: how many changes that this page has sent are pending. The push of such a change shows no toast. */
const ownChanges = new Map<string, number>();

/** Whether this page has sent a change of the booking that is still pending. */
export function isOwnChange(bookingId: string): boolean {
  return ownChanges.has(bookingId);
}

async function asOwnChange<T>(bookingId: string, change: () => Promise<T>): Promise<T> {
  ownChanges.set(bookingId, (ownChanges.get(bookingId) ?? 0) + 1);
  try {
    return await change();
  } finally {
    const left = (ownChanges.get(bookingId) ?? 1) - 1;
    if (left > 0) ownChanges.set(bookingId, left);
    else ownChanges.delete(bookingId);
  }
}

/** Sets the status of a booking. @throws {ApiError} */
export function updateStatus(id: string, status: Step): Promise<Booking> {
  return asOwnChange(id, async () => {
    const booking = await call(stepBooking, { params: { id }, query: { status } });
    upsertBooking(booking);
    return booking;
  });
}

/** Tells the customer that the driver is at the pickup. @throws {ApiError} */
export function arrive(id: string): Promise<void> {
  return asOwnChange(id, async () => {
    upsertBooking(await call(markArrived, { params: { id } }));
  });
}

/**
 * Cancels a booking; both parties see the reason. `fee` is the cost that the dialog shows, in rupees: if the cost has
 * risen, the booking is read again and nothing is cancelled. @throws {ApiError}
 */
export function cancel(
  id: string,
  { reason, by, fee }: { reason: string; by: 'customer' | 'driver'; fee: number },
): Promise<Booking> {
  return asOwnChange(id, async () => {
    try {
      const booking = await call(cancelBooking, { params: { id }, body: { reason, cancelled_by: by, fee } });
      upsertBooking(booking);
      return booking;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'bookings.fee_changed') {
        await loadBooking(id).catch(logged('reading the booking'));
      }
      throw error;
    }
  });
}

/** Marks a direct UPI payment as completed. All attempts use the same idempotency key. @throws {ApiError} */
export async function markPayment(id: string, idempotencyKey: string): Promise<Booking> {
  const booking = await call(markPaid, { params: { id }, body: { payment_status: 'completed' }, idempotencyKey });
  upsertBooking(booking);
  return booking;
}

/**
 * Confirms a payment that the other party claims, or that cash was received. All attempts use the same idempotency key.
 * @throws {ApiError}
 */
export async function confirm(id: string, idempotencyKey: string): Promise<Booking> {
  const booking = await call(confirmPayment, { params: { id }, idempotencyKey });
  upsertBooking(booking);
  return booking;
}

type Rated = z.input<typeof RatingInput>;

/** Rates a completed ride and reloads its booking, which then contains the rating. @throws {ApiError} */
export async function rate(body: Rated, idempotencyKey: string): Promise<void> {
  const id = body.booking_id;
  await call(createRating, { body, idempotencyKey });
  await loadBooking(id).catch(logged('reading the booking'));
}

/** The toast of a new status, such as 'Booking in progress'. */
export function statusText(status: Booking['status']): string {
  return t('bookings.status_toast', { status: t(`bookings.status.${status}`) });
}
