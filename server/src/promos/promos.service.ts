import { toPaise } from '@boli/shared/core/money';
import type { PromoInput, PromoPatch } from '@boli/shared/promos/promos.schema';
import type { z } from 'zod';
import type { ReportChange } from '../admin-log/admin-log.service';
import { clock } from '../core/clock';
import { Conflict, NotFound } from '../core/errors';
import { failpoint } from '../core/failpoint';
import { markStale, readSums } from '../sums/sums.service';
import type { PromoDocument } from './promos.model';
import { PromoRefused } from './promos.policy';
import { loggedPromo } from './promos.presenter';
import { type PromoChange, promos } from './promos.repository';
import { makeMore, makeRedemptions } from './redemptions.making';
import { type RedemptionAttempt, redemptions, type Use } from './redemptions.repository';
import { rowOfUse } from './uses';

const MAX_TRIES = 50;

/** Every code with its use, newest first. */
export async function list(): Promise<{ promo: PromoDocument; use: Use | undefined }[]> {
  const all = await promos.all();
  const uses = await usesOf(all.map(({ _id }) => _id));
  return all.map((promo) => ({ promo, use: uses.get(promo._id) }));
}

/** The uses of one code. */
export async function takenOf(code: string): Promise<Use | undefined> {
  return (await usesOf([code])).get(code);
}

/** The uses of these codes, from the kept sums; while the sums are being built, from all redemptions. */
async function usesOf(codes: readonly string[]): Promise<Map<string, Use>> {
  const kept = await readSums(codes.map((owner) => ({ series: 'promos', owner, period: 'all' })));
  if (!kept) return redemptions.takenByCode();
  const uses = kept.map(({ uses, discount_paise }) => ({ used: uses, discount_paise }));
  return new Map(codes.flatMap((code, at) => (uses[at] ? [[code, uses[at]]] : [])));
}

/** Creates a code with its first redemptions. Throws 409 when there is one with this name. */
export async function create(input: z.output<typeof PromoInput>, changed: ReportChange): Promise<PromoDocument> {
  const promo: PromoDocument = {
    _id: input.code,
    discount_type: input.discount_type,
    value: toPaise(input.discount_value),
    max_discount_paise: input.max_discount === null ? null : toPaise(input.max_discount),
    min_fare_paise: toPaise(input.min_fare),
    first_ride_only: input.first_ride_only,
    per_customer: input.per_customer,
    total_limit: input.total_limit,
    seats_made: 0,
    starts_at: input.starts_at,
    ends_at: input.ends_at,
    active: true,
    created_at: clock.now(),
  };
  if (!(await promos.insertOnce(promo))) throw new Conflict('promo.exists');
  changed(null, loggedPromo(promo));
  await makeRedemptions(promo);
  return promo;
}

/**
 * Changes a code: pauses or resumes it, moves its end, raises its limit. Throws 404 for an unknown code, 409 when the
 * new limit is lower than the current one, and when a limit is given to a code that has none.
 */
export async function change(
  code: string,
  patch: z.output<typeof PromoPatch>,
  changed: ReportChange,
): Promise<PromoDocument> {
  const wanted: PromoChange = {
    ...(typeof patch.active === 'boolean' && { active: patch.active }),
    ...(typeof patch.total_limit === 'number' && { total_limit: patch.total_limit }),
    ...(patch.ends_at !== undefined && { ends_at: patch.ends_at }),
  };
  const written = await promos.change(code, wanted);
  if (written) {
    changed(loggedPromo(written.before), loggedPromo(written.after));
    return written.after;
  }
  if (!(await promos.byCode(code))) throw new NotFound();
  throw new Conflict('promo.limit_grows');
}

/**
 * Takes a redemption of the code for a booking; a booking that has one keeps it. Of concurrent attempts at the last
 * redemption, one succeeds. Throws 409 when the customer has no use left, when the code has no redemption left, and when
 * the code is for first rides and another booking of the customer already has a redemption for a first ride.
 */
export async function redeem(attempt: RedemptionAttempt): Promise<void> {
  const { promo, customerId, bookingId } = attempt;
  // Only a search after all redemptions were created proves that none is left, because other calls may have created
  // some since the last search.
  let allMade = false;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const standing = await redemptions.standing(promo, customerId, bookingId);
    if (standing.own) return;
    const nth = firstMissing(standing.held);
    if (nth > promo.per_customer) throw new PromoRefused(409, { key: 'promo.used' });
    if (promo.first_ride_only && standing.hadFirstRide) throw new PromoRefused(409, { key: 'promo.first_ride' });
    const outcome = await redemptions.take(attempt, nth);
    if (outcome === 'taken') {
      failpoint('redemption.taken');
      return markStale([rowOfUse({ code: promo._id, taken_at: attempt.now })]);
    }
    if (outcome === 'changed') continue;
    if (allMade) throw new PromoRefused(409, { key: 'promo.used_up' });
    allMade = !(await makeMore(promo._id));
  }
  throw new Conflict('common.changed_meanwhile');
}

/**
 * Settles the redemption of a stored booking that counts as a use of the code: the redemption stays taken, and stores
 * this discount in paise. If a process has begun to release the redemption and has stopped, the release is completed.
 */
export async function keepRedemption(bookingId: string, discountPaise: number): Promise<void> {
  const use = await redemptions.keep(bookingId, discountPaise);
  failpoint('redemption.kept');
  if (use) await markStale([rowOfUse(use)]);
  else await releaseRedemption(bookingId);
}

/**
 * Releases the redemption of a booking, if it has one. The redemption is freed last, so that `taken_at` is still stored
 * when another process repeats the call: `taken_at` tells which sums to mark as stale.
 */
export async function releaseRedemption(bookingId: string): Promise<void> {
  const use = await redemptions.release(bookingId, clock.now());
  if (!use) return;
  failpoint('redemption.released');
  await markStale([rowOfUse(use)]);
  await redemptions.free(bookingId);
}

function firstMissing(held: readonly number[]): number {
  let nth = 1;
  while (held.includes(nth)) nth++;
  return nth;
}

/** Stores the promo codes of a new installation if they are missing; an admin's changes to them stay. */
export async function seedPromos(): Promise<void> {
  const created_at = clock.now();
  const always = { per_customer: 1, total_limit: null, seats_made: 0, starts_at: null, ends_at: null, active: true };
  await promos.insertOnce({
    _id: 'FIRST50',
    discount_type: 'percentage',
    value: 50_00,
    max_discount_paise: 150_00,
    min_fare_paise: 0,
    first_ride_only: true,
    ...always,
    created_at,
  });
  await promos.insertOnce({
    _id: 'SAVE100',
    discount_type: 'fixed',
    value: 100_00,
    max_discount_paise: null,
    min_fare_paise: 200_00,
    first_ride_only: false,
    ...always,
    created_at,
  });
}
