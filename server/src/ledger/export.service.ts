import type { exportKinds } from '@boli/shared/ledger/ledger.schema';
import { csvFile } from '../core/csv';
import type { SettlementDocument } from '../settlements/settlements.model';
import { presentSettlement } from '../settlements/settlements.presenter';
import { settlements } from '../settlements/settlements.repository';
import { presentCommission, presentPayout } from './figures.presenter';
import { everyCommission } from './ledger.service';
import { payouts } from './payouts.repository';

export type ExportKind = (typeof exportKinds)[number];

/** Exports all documents of one kind as the pieces of a CSV file, read while they are sent. */
export function exported(kind: ExportKind): AsyncGenerator<string> {
  switch (kind) {
    case 'settlements':
      return csvFile(
        [
          'booking_id',
          'driver_id',
          'driver_name',
          'platform_fee',
          'discount_credit',
          'net_due',
          'due_date',
          'settlement_status',
          'payment_method',
          'payment_reference',
          'paid_at',
          'created_at',
          'kind',
          'pass_span',
          'pass_starts_at',
          'pass_ends_at',
          'driver_levies',
          'cancelled_by',
          'payer_name',
        ],
        presented(settlements.every(), settlementRow),
      );
    case 'payouts':
      return csvFile(
        ['booking_id', 'driver_id', 'driver_name', 'amount', 'payout_status', 'reference', 'created_at', 'paid_at'],
        presented(payouts.every(), presentPayout),
      );
    case 'commissions':
      return csvFile(
        ['driver_id', 'driver_name', 'total_rides', 'total_commission', 'paid', 'pending'],
        presented(everyCommission(), presentCommission),
      );
  }
}

/** A settlement as a row, with the fields of a pass and of a cancellation in columns of their own. */
function settlementRow(settlement: SettlementDocument) {
  const { pass, cancellation, driver_levies = 0, ...row } = presentSettlement(settlement);
  return {
    ...row,
    pass_span: pass?.span ?? null,
    pass_starts_at: pass?.starts_at ?? null,
    pass_ends_at: pass?.ends_at ?? null,
    driver_levies,
    cancelled_by: cancellation?.by ?? null,
    payer_name: cancellation?.payer_name ?? null,
  };
}

async function* presented<D, R>(documents: AsyncIterable<D>, present: (document: D) => R): AsyncGenerator<R> {
  for await (const document of documents) yield present(document);
}
