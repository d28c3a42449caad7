import { UNDO_MS } from '@boli/shared/core/constants';
import type { ReportChange } from '../admin-log/admin-log.service';
import { bookings } from '../bookings/bookings.repository';
import { clock } from '../core/clock';
import { Conflict, NotFound } from '../core/errors';
import { failpoint } from '../core/failpoint';
import type { SettlementDocument } from './settlements.model';
import { loggedSettlement } from './settlements.presenter';
import { emitSettlement, settlementReconciler } from './settlements.reconcile';
import { settlements } from './settlements.repository';
import { settleBooking } from './settlements.service';
import { changeOfUndo, checkUndo, wasUndone } from './undo.policy';

/**
 * Undoes Mark Paid within `UNDO_MS`: the settlement is pending again and the journal gets the reversal. Undoing twice
 * returns the settlement unchanged. Throws 404 for an unknown settlement; 409 for a settlement that no admin marked,
 * when the time is over, once its payout has begun, and if a concurrent call made another change.
 */
export async function undo(id: string, changed: ReportChange): Promise<SettlementDocument> {
  const now = clock.now();
  const since = new Date(now.getTime() - UNDO_MS);
  const read = existing(await settlements.byId(id));
  if (wasUndone(read, since)) {
    emitSettlement(read);
    return read;
  }
  checkUndo(read, since);
  const undone = await settlements.undoPayment(read, changeOfUndo(read, now), { since, now });
  if (!undone) return undoneByAnother(id, since);
  failpoint('settlement.undone');
  changed(loggedSettlement(read), loggedSettlement(undone));
  await settlementReconciler.reconcile(id);
  return existing(await settlements.byId(id));
}

/**
 * After an undo, updates the settlement from its booking: a gateway payment or a refused review had no effect on the
 * settlement while it was marked as paid.
 */
export async function settleAgain({ _id, settlement_status, undone }: SettlementDocument): Promise<void> {
  if (settlement_status !== 'pending' || !undone?.length) return;
  const booking = await bookings.byId(_id);
  if (booking) await settleBooking(booking);
}

/**
 * The outcome of an undo when a concurrent call was faster: returns the settlement if that call was the same undo.
 * Throws 409 after any other change.
 */
async function undoneByAnother(id: string, since: Date): Promise<SettlementDocument> {
  const found = existing(await settlements.byId(id));
  if (wasUndone(found, since)) return found;
  checkUndo(found, since);
  throw new Conflict('common.changed_meanwhile');
}

function existing(settlement: SettlementDocument | null): SettlementDocument {
  if (!settlement) throw new NotFound();
  return settlement;
}
