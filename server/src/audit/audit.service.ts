import { setTimeout as pause } from 'node:timers/promises';
import { differencesOf } from './audit';
import { type Balances, books } from './audit.repository';
import { PassAudit } from './passes-audit';
import { SumsAudit } from './sums-audit';

/** The result of an audit. */
export interface Findings {
  bookings: number;
  /** The balance of each account according to the journal, in paise. */
  balances: Balances;
  /** The number of payments at the gateway that are credited to no booking: an admin has to clear them up. */
  unclaimed: number;
  /** A sentence for each difference; empty if there is none. */
  differences: string[];
}

/**
 * A server may write at the same time: a difference in a booking, a pass or the sums counts only if this many checks in
 * a row find it.
 */
const CHECKS = 4;
const PAUSE_MS = 1_500;

/**
 * Checks that the ledger balances and matches the bookings. Compares the fare, settlement, payout, payments, promo use
 * and journal entries of each booking, and the settlement and journal entries of each pass. Then compares the
 * platform's accounts with sums of these documents, and checks the kept sums. Changes nothing, and may run beside a
 * server. `checks` is the number of checks, `pauseMs` the time between them, in milliseconds.
 */
export async function audit({ checks = CHECKS, pauseMs = PAUSE_MS } = {}): Promise<Findings> {
  let bookings = 0;
  let suspects: string[] = [];
  for await (const batch of books.every()) {
    bookings += batch.length;
    suspects.push(...batch.filter((one) => differencesOf(one).length > 0).map((one) => one.booking._id));
  }
  const passes = new PassAudit();
  await passes.checkAll();
  let sums = await differencesOfSums();
  const kept = new SumsAudit();
  await kept.checkAll();
  let differences: string[] = [];
  for (
    let check = 1;
    check < checks && suspects.length + passes.suspects + kept.suspects + sums.differences.length > 0;
    check++
  ) {
    await pause(pauseMs);
    const again = await books.of(suspects);
    suspects = again.filter((one) => differencesOf(one).length > 0).map((one) => one.booking._id);
    await passes.checkAgain();
    sums = await differencesOfSums();
    await kept.checkAgain();
  }
  for (const one of await books.of(suspects)) {
    differences.push(...differencesOf(one).map((difference) => `booking ${one.booking._id}: ${difference}`));
  }
  differences.push(...passes.differences());
  for await (const stray of books.strays()) differences.push(stray);
  differences = [...differences, ...sums.differences, ...kept.differences()];
  return { bookings, balances: sums.balances, unclaimed: await books.unclaimed(), differences };
}

async function differencesOfSums(): Promise<{ balances: Balances; differences: string[] }> {
  const [balances, expected] = await Promise.all([books.balances(), books.expectedBalances()]);
  const left = Object.values(balances).reduce((total, amount) => total + amount, 0);
  const differences = left === 0 ? [] : [`all accounts together hold ${left} paise instead of none`];
  for (const [account, amount] of Object.entries(expected)) {
    const written = Object.entries(balances).find(([name]) => name === account)?.[1] ?? 0;
    if (written !== amount)
      differences.push(`the account ${account} holds ${written} paise, its documents say ${amount}`);
  }
  return { balances, differences };
}
