import { type Allowance, type Buckets, buckets } from './buckets';

/** The tokens that one caller (`who`) has taken from the buckets of one name (`budget`). */
export interface Spending {
  readonly budget: string;
  readonly who: string;
  readonly tokens: number;
}

/** Tokens that are taken within this time (ms) are published to the other nodes together. */
const COLLECT_MS = 200;
/** The maximum number of callers in one message to the other nodes. */
const MAX_IN_MESSAGE = 2_000;

const byName = new Map<string, Buckets>();
/** The tokens whose spending is not published to the other nodes yet, by budget and caller. */
let unpublished = new Map<string, Map<string, number>>();
let publish: ((spent: readonly Spending[]) => void) | null = null;
let timer: NodeJS.Timeout | null = null;

/**
 * Makes token buckets whose balances become the same on all nodes of a cluster after a short delay: each node decides
 * by its own memory, without waiting, and charges what callers have spent on the other nodes. A caller who spends on
 * several nodes at once may take a burst from each, and then owes the excess: the rate over time is that of one bucket.
 * `name` has to be the same on every node, and unique.
 */
export function sharedBuckets(name: string, allowance: () => Allowance): Buckets {
  if (byName.has(name)) throw new Error(`there are two budgets of the name ${name}`);
  const own = buckets(allowance);
  byName.set(name, own);
  return {
    waitFor: own.waitFor,
    take(who, tokens = 1) {
      const wait = own.take(who, tokens);
      if (wait === 0) collect(name, who, tokens);
      return wait;
    },
    charge(who, tokens) {
      own.charge(who, tokens);
      collect(name, who, tokens);
    },
  };
}

function collect(budget: string, who: string, tokens: number): void {
  if (!publish || tokens === 0) return;
  const ofBudget = unpublished.get(budget) ?? new Map<string, number>();
  unpublished.set(budget, ofBudget);
  ofBudget.set(who, (ofBudget.get(who) ?? 0) + tokens);
  timer ??= setTimeout(publishSpent, COLLECT_MS).unref();
}

function publishSpent(): void {
  timer = null;
  const spent = [...unpublished].flatMap(([budget, callers]) =>
    [...callers].map(([who, tokens]) => ({ budget, who, tokens })),
  );
  unpublished = new Map();
  for (let from = 0; from < spent.length; from += MAX_IN_MESSAGE) publish?.(spent.slice(from, from + MAX_IN_MESSAGE));
}

/** Charges what callers have spent on another node. Budgets that this node does not know are ignored. */
export function chargeSpentElsewhere(spent: readonly Spending[]): void {
  for (const { budget, who, tokens } of spent) byName.get(budget)?.charge(who, tokens);
}

/**
 * Passes the tokens that are spent on this node to `receive`, at most every 200 ms. Many callers are passed in several
 * calls, one after the other, with at most 2,000 of them in each. Returns a function that stops this.
 */
export function shareSpending(receive: (spent: readonly Spending[]) => void): () => void {
  publish = receive;
  return () => {
    publish = null;
    if (timer) clearTimeout(timer);
    timer = null;
    unpublished = new Map();
  };
}
