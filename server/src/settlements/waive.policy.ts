import { WAIVED } from '@boli/shared/settlements/settlements.schema';
import { Conflict } from '../core/errors';
import type { SettlementDocument } from './settlements.model';

/** Matches settlements of fees for cancelling that are waived. */
export const isWaivedFee = {
  settlement_status: 'paid' as const,
  payment_method: WAIVED,
  'cancellation.by': { $exists: true },
};

/** Whether the settlement is a fee for cancelling that is waived, so that nobody has paid it. */
export function isWaived({
  settlement_status,
  payment_method,
  cancellation,
}: Pick<SettlementDocument, 'settlement_status' | 'payment_method' | 'cancellation'>): boolean {
  return cancellation !== undefined && settlement_status === 'paid' && payment_method === WAIVED;
}

/** Throws 409 when anything but a fee for cancelling is to be waived. */
export function checkWaivable({ cancellation }: SettlementDocument, method: string): void {
  if (method === WAIVED && !cancellation) throw new Conflict('settlements.not_waivable');
}
