import { passSpans } from '@boli/shared/pricing/pricing.schema';
import { settlementStatuses } from '@boli/shared/settlements/settlements.schema';
import mongoose from 'mongoose';
import {
  documentSchema,
  embedded,
  flag,
  listOf,
  nullable,
  number,
  oneOf,
  optional,
  paise,
  type Stored,
  text,
  time,
} from '../store/document';

const undoneFields = {
  /** The amount that was marked as paid: `net_due_paise` at that time. */
  amount_paise: paise,
  paid_at: time,
  undone_at: time,
  /** Set if this was not a payment but the waiving of a fee for cancelling. */
  waived: optional(flag),
};

/** A payment that an admin marked and undid: the journal keeps it with its reversal. */
export type UndonePayment = Stored<typeof undoneFields>;

const settlementFields = {
  _id: text,
  driver_id: text,
  driver_name: text,
  /** The pass that was bought; missing in the settlement of a ride. */
  pass: optional(embedded({ span: oneOf(passSpans), starts_at: time, ends_at: time, levy_paise: optional(paise) })),
  /** Who cancelled, and who pays the fee for it; missing in the settlement of a ride or a pass. */
  cancellation: optional(embedded({ by: oneOf(['customer', 'driver']), payer_id: text, payer_name: text })),
  platform_fee_paise: paise,
  /** The discount that the platform bears and that the driver did not receive from the customer. */
  discount_paise: paise,
  /** The levies that the driver bears and the platform remits; missing where there are none. */
  levy_paise: optional(paise),
  /** The fee for cancelling, or fee and levies minus the discount: below zero the platform owes the driver. */
  net_due_paise: paise,
  due_date: time,
  settlement_status: oneOf(settlementStatuses),
  payment_method: nullable(text),
  payment_reference: nullable(text),
  paid_at: nullable(time),
  /** Undone payments, oldest first. */
  undone: optional(listOf(embedded(undoneFields))),
  /** Set when the payout that follows its payment has begun: from then on the payment cannot be undone. */
  payout_begun: optional(flag),
  created_at: time,
  /** Set while reconcile steps are pending: after a payment or its undoing, and after a pass was bought. */
  follow_up: optional(time),
  version: number,
};

/**
 * What a driver owes the platform for one completed ride or for a pass, or what either side owes for cancelling. Its id
 * is that of the booking or of the pass. Money in paise.
 */
export type SettlementDocument = Stored<typeof settlementFields>;

const schema = documentSchema('settlements', settlementFields);
schema.index({ settlement_status: 1, created_at: -1 });
schema.index({ created_at: -1 });
schema.index({ driver_id: 1, settlement_status: 1 });
schema.index({ driver_id: 1, created_at: 1 });
schema.index({ paid_at: 1 });
schema.index({ follow_up: 1 }, { sparse: true });

export const SettlementModel = mongoose.model<SettlementDocument>('Settlement', schema);
