import { accountSearch } from './search.repository';

/** One run ends after this time (ms), so that it does not delay the other jobs in the scheduler's loop of long jobs. */
const RUN_MS = 1_000;

/** Stores, in short runs, the parts by which accounts are searched, for older accounts that lack them. */
export async function keepSearchParts(signal: AbortSignal): Promise<void> {
  const until = performance.now() + RUN_MS;
  while (!signal.aborted && performance.now() < until && (await accountSearch.addMissingParts()));
}
