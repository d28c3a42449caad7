import { existsSync } from 'node:fs';
import { accounts } from '@boli/shared/ledger/ledger.schema';
import { audit, type Findings } from './audit/audit.service';
import { OperatorError } from './core/operator-error';
import { rebuildSums } from './ledger/sums-building.service';
import { configure, readSettings } from './settings';
import { connect, disconnect } from './store/connect';
import { openStore } from './store/open';

/** The maximum number of differences that are printed; the others are only counted. */
const SHOWN = 200;

/**
 * Audits the ledger in the server's database and prints the result; returns true if there is no difference. With
 * `--rebuild-sums` it does no audit, and only requests that the kept sums are built anew.
 */
async function check(): Promise<boolean> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const settings = readSettings(process.env);
  configure(settings);
  const store = await openStore(settings);
  try {
    await connect(store.uri);
    if (process.argv.includes('--rebuild-sums')) {
      await rebuildSums();
      process.stdout.write('The kept sums are built anew as soon as a server runs.\n');
      return true;
    }
    const findings = await audit();
    process.stdout.write(describe(findings));
    return findings.differences.length === 0;
  } finally {
    await disconnect();
    await store.close();
  }
}

function describe({ bookings, balances, unclaimed, differences }: Findings): string {
  const rows = accounts.map((account) => `  ${account.padEnd(10)} ${rupees(balances[account] ?? 0).padStart(18)}`);
  const found = differences.slice(0, SHOWN).map((difference) => `  ${difference}`);
  const more = differences.length > SHOWN ? [`  and ${differences.length - SHOWN} more`] : [];
  const beside =
    unclaimed > 0
      ? [`${unclaimed} payments at the gateway pay no booking: the booking is unknown, or the amount is wrong.`]
      : [];
  const verdict =
    differences.length === 0
      ? 'The journal balances and matches the bookings.'
      : `The journal does not match the bookings; ${differences.length} differences:`;
  return [
    `${bookings} bookings; left on the accounts in rupees:`,
    ...rows,
    ...beside,
    verdict,
    ...found,
    ...more,
    '',
  ].join('\n');
}

function rupees(paise: number): string {
  return (paise / 100).toFixed(2);
}

check()
  .then((agrees) => {
    process.exitCode = agrees ? 0 : 1;
  })
  .catch((error: unknown) => {
    const isMeant = error instanceof OperatorError;
    process.stderr.write(`${isMeant ? error.message : `The ledger could not be read: ${error}`}\n`);
    process.exitCode = 1;
  });
