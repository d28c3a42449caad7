import type { PassDocument } from '../pricing/passes.model';
import { settings } from '../settings';
import type { SettlementDocument } from './settlements.model';
import { settlementReconciler } from './settlements.reconcile';
import { settlements } from './settlements.repository';

const DAY_MS = 24 * 60 * 60_000;

/** The settlement by which a driver owes the price of a pass; its id is the pass's. */
export function settlementOfPass(pass: PassDocument): SettlementDocument {
  const { _id, driver_id, driver_name, span, price_paise, levy_paise, starts_at, ends_at, created_at } = pass;
  return {
    _id,
    driver_id,
    driver_name,
    pass: { span, starts_at, ends_at, ...(levy_paise !== undefined && { levy_paise }) },
    platform_fee_paise: price_paise,
    discount_paise: 0,
    net_due_paise: price_paise,
    due_date: new Date(created_at.getTime() + settings().SETTLEMENT_DUE_DAYS * DAY_MS),
    settlement_status: 'pending',
    payment_method: null,
    payment_reference: null,
    paid_at: null,
    created_at,
    follow_up: created_at,
    version: 1,
  };
}

/** Creates the settlement of a pass with its journal entry; a repeat changes nothing. */
export async function settlePass(pass: PassDocument): Promise<void> {
  await settlements.insertOnce(settlementOfPass(pass));
  await settlementReconciler.reconcile(pass._id);
}
