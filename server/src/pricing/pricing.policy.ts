import { levyOnPass, toPaise } from '@boli/shared/core/money';
import { type PassInput, passHours } from '@boli/shared/pricing/pricing.schema';
import type { z } from 'zod';
import type { Actor } from '../core/actor';
import { Conflict } from '../core/errors';
import type { LawOfBooking } from '../jurisdictions/jurisdiction';
import type { PassDocument } from './passes.model';

const HOUR_MS = 3_600_000;

/** A driver's order for a pass: its length, and the price that the driver was shown, in rupees. */
export type PassRequest = z.output<typeof PassInput>;

/** The prices of the passes on sale in rupees; null if none are sold. */
export type PassPrices = Record<PassRequest['span'], number> | null;

/** Throws 409 if no passes are sold, or if the price differs from the one that the driver was shown. */
export function checkPrice({ span, price }: PassRequest, prices: PassPrices): void {
  if (!prices) throw new Conflict('pricing.not_sold');
  if (toPaise(prices[span]) !== toPaise(price)) throw new Conflict('pricing.price_changed');
}

/**
 * Whether a driver's last pass is valid at this time. Its start is not checked: a pass that has not begun follows a
 * valid one without a gap.
 */
export function isValid(last: Pick<PassDocument, 'ends_at'> | null, now: Date): boolean {
  return last !== null && last.ends_at > now;
}

/**
 * The next pass of a driver: it begins now or, if the last pass is still valid, when the last pass ends. Throws 409 if
 * the last pass has not begun, so that at most one pass is bought ahead.
 */
export function passAfter(
  last: PassDocument | null,
  { actor, asked, id, now, law = {} }: { actor: Actor; asked: PassRequest; id: string; now: Date; law?: LawOfBooking },
): PassDocument {
  if (last && last.starts_at > now) throw new Conflict('pricing.pass_ahead');
  const starts_at = last && isValid(last, now) ? last.ends_at : now;
  return {
    _id: id,
    driver_id: actor.id,
    driver_name: actor.name,
    span: asked.span,
    price_paise: toPaise(asked.price),
    ...(law.levies && { levy_paise: levyOnPass(toPaise(asked.price), law) }),
    nth: (last?.nth ?? 0) + 1,
    starts_at,
    ends_at: new Date(starts_at.getTime() + passHours[asked.span] * HOUR_MS),
    created_at: now,
    follow_up: now,
    version: 1,
  };
}
