import type { PromoDocument } from './promos.model';
import { promos } from './promos.repository';
import { redemptions } from './redemptions.repository';

/** So many at once: a code may promise 100,000, and nobody is to wait for all of them. */
const BATCH = 500;

const running = new Map<string, Promise<boolean>>();

/**
 * Stores the next redemptions that a code's limit promises: false when all are there. Redemptions are numbered and stored under their
 * number, so that any two who make the same ones at once, or again after one of them died, make them once.
 */
export async function makeRedemptions(promo: PromoDocument): Promise<boolean> {
  if (promo.total_limit === null || promo.seats_made >= promo.total_limit) return false;
  const upTo = Math.min(promo.seats_made + BATCH, promo.total_limit);
  await redemptions.make(promo._id, promo.seats_made + 1, upTo);
  await promos.seatsMade(promo._id, upTo);
  return true;
}

/** The same for a code as it is now, once for all who ask meanwhile: a crowd found no free redemption. */
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
