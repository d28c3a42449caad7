import { accountSearch } from './search.repository';

/** The longest time (ms) that one run works, so that the other jobs of its loop are not delayed. */
const RUN_MS = 1_000;

/** Stores, in short runs, the parts by which accounts are searched, for older accounts that lack them. */
export async function keepSearchParts(signal: AbortSignal): Promise<void> {
  const until = performance.now() + RUN_MS;
  while (!signal.aborted && performance.now() < until && (await accountSearch.addMissingParts()));
}
