import { type FeeRule, WITH_PASS } from '@boli/shared/core/money';
import type { Actor } from '../core/actor';
import { clock } from '../core/clock';
import { Conflict } from '../core/errors';
import { failpoint } from '../core/failpoint';
import { checkMayOffer } from '../drivers/drivers.policy';
import { profiles } from '../drivers/drivers.repository';
import { lawOfFees } from '../jurisdictions/jurisdiction';
import { feeRule, passPrices, settings } from '../settings';
import type { PassDocument } from './passes.model';
import { passReconciler } from './passes.reconcile';
import { passes } from './passes.repository';
import { checkPrice, isValid, type PassRequest, passAfter } from './pricing.policy';

const MAX_TRIES = 8;

/**
 * The fee rule for a booking that is made with this driver at this time, with the levies and the driver's share that
 * the law requires. A pass counts until it ends, also if the operator has changed the pricing model meanwhile.
 */
export async function feeRuleFor(driverId: string, now: Date): Promise<FeeRule> {
  const rule = isValid(await passes.last(driverId), now) ? WITH_PASS : feeRule(settings());
  return { ...rule, ...lawOfFees() };
}

/** When the driver's last pass ends; null without one that is valid now. */
export async function passUntil(driverId: string): Promise<Date | null> {
  const last = await passes.last(driverId);
  return last && isValid(last, clock.now()) ? last.ends_at : null;
}

/**
 * Buys a pass; a repeated call with the same `id` returns the same pass. The pass begins now, or at the end of the
 * driver's valid pass, even if both are bought at the same time. Throws 403 for a driver who may not offer rides, 409
 * if no passes are sold, if the price has changed, and if a pass is bought ahead already.
 */
export async function buy(actor: Actor, asked: PassRequest, id: string): Promise<PassDocument> {
  checkMayOffer(await profiles.byUser(actor.id));
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const bought = await passes.byId(id);
    if (bought) {
      await passReconciler.reconcile(id);
      return bought;
    }
    checkPrice(asked, passPrices(settings()));
    const pass = passAfter(await passes.last(actor.id), { actor, asked, id, now: clock.now(), law: lawOfFees() });
    if (!(await passes.insert(pass))) continue;
    failpoint('pass.inserted');
    await passReconciler.reconcile(id);
    return pass;
  }
  throw new Conflict('common.changed_meanwhile');
}
