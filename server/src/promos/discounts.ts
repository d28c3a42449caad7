import { type Paise, toPaise } from '@boli/shared/core/money';
import type { ValidateInput } from '@boli/shared/promos/promos.schema';
import type { z } from 'zod';
import type { Actor } from '../core/actor';
import { clock } from '../core/clock';
import type { PromoDocument } from './promos.model';
import { discountOf, PromoRefused, refusalOf } from './promos.policy';
import { promos } from './promos.repository';
import { redemptions } from './redemptions.repository';

/** The discount of a code, in paise. */
export interface Discount {
  promo: PromoDocument;
  discount: Paise;
}

/** Whether a customer has another booking that was neither rejected nor cancelled. */
export type HasRidden = (customerId: string, bookingId: string | null) => Promise<boolean>;

/** An attempt to use a code; `bookingId` is null before anything is booked. */
interface Asked {
  customerId: string;
  bookingId: string | null;
  price: Paise;
  hasRidden: HasRidden;
}

/**
 * Computes the discount that a customer would get on an amount. Throws 404 for an unknown code, 400 with the reason for
 * one that does not apply.
 */
export async function discountSeen(
  actor: Actor,
  input: z.output<typeof ValidateInput>,
  hasRidden: HasRidden,
): Promise<Discount> {
  const promo = await promos.byCode(input.code);
  if (!promo) throw new PromoRefused(404, { key: 'promo.invalid' });
  return discountFor(promo, 400, { customerId: actor.id, bookingId: null, price: toPaise(input.amount), hasRidden });
}

/**
 * Computes the discount of a booking's code; null without a code. Throws 400 for an unknown code, 409 with the reason
 * for one that does not apply.
 */
export async function discountOn(code: string | null, asked: Asked): Promise<Discount | null> {
  if (code === null) return null;
  const promo = await promos.byCode(code);
  if (!promo) throw new PromoRefused(400, { key: 'promo.invalid' });
  return discountFor(promo, 409, asked);
}

async function discountFor(
  promo: PromoDocument,
  refusedBy: 400 | 409,
  { customerId, bookingId, price, hasRidden }: Asked,
): Promise<Discount> {
  const [standing, ridden] = await Promise.all([
    redemptions.standing(promo, customerId, bookingId),
    promo.first_ride_only ? hasRidden(customerId, bookingId) : false,
  ]);
  const refusal = refusalOf(promo, { price, standing, hasRidden: ridden, now: clock.now() });
  if (refusal) throw new PromoRefused(refusedBy, refusal);
  return { promo, discount: discountOf(promo, price) };
}
