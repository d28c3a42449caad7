import type { Quote } from '@boli/shared/rides/quotes.schema';

/** With this time (ms) or less left, a quote is marked. */
export const SOON_MS = 60_000;
/** How long (ms) an expired quote stays in its place before it leaves the list. */
export const FADE_MS = 3_000;
const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;

/** Where a quote is on its clock: it holds, it is in its last minute, it has just expired, or it is no longer shown. */
export type QuotePhase = 'holds' | 'soon' | 'expired' | 'gone';

/** The phase of a quote at the server's time `now` (epoch ms). */
export function quotePhase({ status, expires_at }: Pick<Quote, 'status' | 'expires_at'>, now: number): QuotePhase {
  // A quote that this device stored before the field existed lacks it.
  const left = expires_at ? Date.parse(expires_at) - now : null;
  if (status === 'accepted') return 'holds';
  if (status === 'withdrawn' || (status === 'expired' && left === null)) return 'gone';
  if (left === null) return 'holds';
  // If its status is `expired` before `expires_at`, the quote has ended with its request.
  if (left > 0) return status === 'active' ? (left <= SOON_MS ? 'soon' : 'holds') : 'gone';
  return left > -FADE_MS ? 'expired' : 'gone';
}

/** When the driver last named the price of a quote; renewing it names the same price again. */
export function offeredAt({ offered_at, created_at }: Pick<Quote, 'offered_at' | 'created_at'>): string {
  // A quote that this device stored before the field existed lacks it.
  return offered_at ?? created_at;
}

/** The time left in whole seconds, rounded up, as minutes and seconds: '4:07'. */
export function timeLeft(expiresAt: string, now: number): string {
  const seconds = Math.max(0, Math.ceil((Date.parse(expiresAt) - now) / SECOND_MS));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Whether the time left is shown in minutes and seconds: only if it is less than an hour. */
export function hasCountdown({ expires_at }: Pick<Quote, 'expires_at'>, now: number): boolean {
  return Boolean(expires_at) && Date.parse(expires_at ?? '') - now < HOUR_MS;
}
