import type { PromoDocument } from './promos.model';
import { promos } from './promos.repository';
import { redemptions } from './redemptions.repository';

/** The batch size: a code may promise 100,000 redemptions, and no call should wait for all of them. */
const BATCH = 500;

const running = new Map<string, Promise<boolean>>();

/**
 * Stores the next redemptions that a code's limit promises; returns false when all exist. A redemption's number is part
 * of its id, so that concurrent and repeated calls create each of them once.
 */
export async function makeRedemptions(promo: PromoDocument): Promise<boolean> {
  if (promo.total_limit === null || promo.seats_made >= promo.total_limit) return false;
  const upTo = Math.min(promo.seats_made + BATCH, promo.total_limit);
  await redemptions.make(promo._id, promo.seats_made + 1, upTo);
  await promos.seatsMade(promo._id, upTo);
  return true;
}

/**
 * Like `makeRedemptions`, for the current state of a code; concurrent callers share one run, because many customers may
 * find no free redemption at the same time.
 */
export function makeMore(code: string): Promise<boolean> {
  const found = running.get(code);
  if (found) return found;
  const making = promos
    .byCode(code)
    .then((promo) => promo !== null && makeRedemptions(promo))
    .finally(() => running.delete(code));
  running.set(code, making);
  return making;
}
