import { accountSearch } from './search.repository';

/** The longest time (ms) that one run works, so that the other jobs of its loop are not delayed. */
const RUN_MS = 1_000;

/** Stores the parts by which accounts are searched, for accounts from before they were stored, in short runs. */
export async function keepSearchParts(signal: AbortSignal): Promise<void> {
  const until = performance.now() + RUN_MS;
  while (!signal.aborted && performance.now() < until && (await accountSearch.addMissingParts()));
}
