import type { ReportChange } from '../admin-log/admin-log.service';
import type { BookingDocument } from '../bookings/bookings.model';
import { bookings } from '../bookings/bookings.repository';
import { read as readBooking } from '../bookings/bookings.service';
import type { Actor } from '../core/actor';
import { clock } from '../core/clock';
import { Conflict, Invalid, NotFound } from '../core/errors';
import { failpoint } from '../core/failpoint';
import { beginningOf, dayInIndia, lastDays, monthInIndia } from '../core/india';
import type { Slice } from '../core/slice.repository';
import type { SettlementDocument } from '../settlements/settlements.model';
import { settlements } from '../settlements/settlements.repository';
import { PLATFORM } from '../sums/periods';
import { noSums } from '../sums/sums';
import type { Sums as KeptSums } from '../sums/sums.model';
import { type CommissionRow, sumsRows } from '../sums/sums.repository';
import { bringUpToDate, readSums } from '../sums/sums.service';
import { isStillOwed } from './entries';
import { loggedPayout } from './figures.presenter';
import { type CommissionSums, type DaySums, figures, type Sums } from './figures.repository';
import { journalEntries } from './journal.repository';
import { payoutReconciler } from './ledger.reconcile';
import type { PayoutDocument } from './payouts.model';
import { payouts } from './payouts.repository';

const LONGEST_PERIOD_MS = 366 * 24 * 3_600_000;

/**
 * The booking of a receipt: completed, or cancelled with a charged part or a fee for cancelling. Throws 404 for a caller
 * who may not read the booking, 409 if nothing is charged.
 */
export async function receiptOf(actor: Actor, bookingId: string): Promise<BookingDocument> {
  const booking = await readBooking(actor, bookingId);
  const isCharged =
    Boolean(booking.cancellation_fee) || booking.status === 'completed' || (booking.part?.price_paise ?? 0) > 0;
  if (!isCharged) throw new Conflict('ledger.no_receipt');
  return booking;
}

/** What a driver's statement of a period contains. */
export interface StatementParts {
  rides: BookingDocument[];
  /** The settlements of the rides and cancellations, by booking. */
  settlements: Map<string, SettlementDocument>;
  /** The settlements of the passes that were bought in the period. */
  passes: SettlementDocument[];
  /** The bookings that were cancelled in the period with a fee. */
  cancellations: BookingDocument[];
  /** The driver's balance over all time: above zero the driver owes the platform. */
  balance_paise: number;
}

/** Reads a driver's statement of a period. Throws 400 for a period that is empty or longer than 366 days. */
export async function statementOf(driver: Actor, period: { from: Date; to: Date }): Promise<StatementParts> {
  const length = period.to.getTime() - period.from.getTime();
  if (length <= 0 || length > LONGEST_PERIOD_MS) throw new Invalid('ledger.period', undefined, 'to');
  const [rides, passes, cancellations, balance_paise] = await Promise.all([
    figures.ridesOf(driver.id, period),
    settlements.passesOf(driver.id, period),
    bookings.cancelledWithFee(driver.id, period),
    balanceOf(driver.id),
  ]);
  const found = await settlements.byIds([...rides, ...cancellations].map((booking) => booking._id));
  return { rides, settlements: found, passes, cancellations, balance_paise };
}

/** The last `days` days in India, oldest first, including those without a ride; of one driver, or of all. */
export async function dailyFigures(days: number, driver: Actor | null): Promise<DaySums[]> {
  const wanted = lastDays(days, clock.now());
  const kept = await readSums(wanted.map((day) => ({ series: 'fares', owner: driver?.id ?? PLATFORM, period: day })));
  if (kept) return kept.map((sums, nth) => daySumsOf(wanted[nth] ?? '', sums));
  const found = await figures.days(beginningOf(wanted[0] ?? ''), driver?.id ?? null);
  const byDay = new Map(found.map((sums) => [sums.day, sums]));
  return wanted.map((day) => byDay.get(day) ?? { ...nothing, day });
}

function daySumsOf(day: string, { rides, price_paise, fee_paise, earnings_paise, discount_paise }: KeptSums): DaySums {
  return {
    day,
    rides,
    fares_paise: price_paise,
    fees_paise: fee_paise,
    earnings_paise,
    discounts_paise: discount_paise,
  };
}

/** The balance of a driver's account, in paise: above zero the driver owes the platform. */
async function balanceOf(driverId: string): Promise<number> {
  const kept = await readSums([{ series: 'balance', owner: driverId, period: 'all' }]);
  return kept ? (kept[0]?.balance_paise ?? 0) : journalEntries.balanceOfDriver(driverId);
}

const nothing = { rides: 0, fares_paise: 0, fees_paise: 0, earnings_paise: 0, discounts_paise: 0 };

/**
 * The platform's earnings, the fees that are not paid yet, and the fees paid since the first of this month in India.
 */
export async function stats(): Promise<Sums> {
  const month = monthInIndia(clock.now());
  const kept = await readSums([
    { series: 'fares', owner: PLATFORM, period: 'all' },
    { series: 'collected', owner: PLATFORM, period: dayInIndia(month).slice(0, 7) },
  ]);
  if (!kept) return figures.sums(month);
  const [fares = noSums, collected = noSums] = kept;
  return {
    rides: fares.rides,
    fees_paise: fares.fee_paise,
    pending_paise: fares.settlement_fee_paise - fares.settlement_paid_paise,
    collected_paise: collected.settlement_paid_paise,
  };
}

/** Commission by driver, the highest first. */
export async function commissions(slice: {
  limit: number;
  skip: number;
}): Promise<{ rows: CommissionSums[]; total: number }> {
  if (!(await areCommissionsKept())) return figures.commissions(slice);
  const { rows, total } = await sumsRows.commissions(slice);
  return { rows: rows.map(commissionOf), total };
}

/** The commission of all drivers, the highest first, one by one. */
export async function* everyCommission(): AsyncGenerator<CommissionSums> {
  if (!(await areCommissionsKept())) return yield* figures.everyCommission();
  for await (const row of sumsRows.everyCommission()) yield commissionOf(row);
}

/** Brings the commission of all drivers up to date; false while the sums are still being built. */
async function areCommissionsKept(): Promise<boolean> {
  if (!(await sumsRows.isBuilt())) return false;
  await bringUpToDate({ series: 'fares' });
  return true;
}

function commissionOf({ owner, driver_name, sums = noSums }: CommissionRow): CommissionSums {
  const { settlements: rides, settlement_fee_paise: fees_paise, settlement_paid_paise: paid_paise } = sums;
  return { _id: owner, driver_name: driver_name ?? '', rides, fees_paise, paid_paise };
}

/** The owed and the paid payouts, newest first. */
export async function listPayouts(slice: Slice): Promise<{ rows: PayoutDocument[]; total: number }> {
  return payouts.list(slice);
}

/**
 * Records that a payout was paid; a paid one is returned unchanged. Throws 404 for an unknown payout, 409 if the
 * payment of its settlement is undone at the same moment.
 */
export async function payPayout(id: string, reference: string, changed: ReportChange): Promise<PayoutDocument> {
  const payout = await payouts.byId(id);
  if (!payout) throw new NotFound();
  if (payout.payout_status === 'paid') return payout;
  await closeSettlement(payout);
  const paid = await payouts.pay(payout, reference, clock.now());
  if (!paid) return paidByAnother(id);
  failpoint('payout.paid');
  changed({ ...loggedPayout(paid), payout_status: 'owed', reference: null }, loggedPayout(paid));
  await payoutReconciler.reconcile(id);
  return paid;
}

/**
 * Closes the settlement to an undo: the settlement is the arbiter between its undo and its payout. Throws 409 if an
 * undo was faster, so that the payout that was read is no longer owed or has another amount.
 */
async function closeSettlement(payout: PayoutDocument): Promise<void> {
  const [booking, settlement] = await Promise.all([bookings.byId(payout._id), settlements.beginPayout(payout._id)]);
  if (!booking || !settlement || !isStillOwed(payout, { booking, settlement })) {
    throw new Conflict('common.changed_meanwhile');
  }
}

async function paidByAnother(id: string): Promise<PayoutDocument> {
  const payout = await payouts.byId(id);
  if (payout?.payout_status !== 'paid') throw new Conflict('common.changed_meanwhile');
  return payout;
}
