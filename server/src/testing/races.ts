import type { TestAnswer } from './app';

/** The rounds of each race: `RACE_ROUNDS`, 8 by default. */
export const rounds = Array.from({ length: Number(process.env.RACE_ROUNDS ?? 8) }, (_, round) => round);

type Call<T> = () => Promise<TestAnswer<T>>;

/**
 * The longest delay of a race, in milliseconds, is one of these, chosen at random. Each kind of call starts after a
 * random part of that delay, so that each kind is sometimes first.
 */
const HEAD_STARTS = [0, 0, 10, 30];

/**
 * Makes several kinds of calls at about the same time, `contenders` of each, in a varying order. Returns the statuses
 * of the answers by kind.
 */
export async function race<K extends string>(
  calls: Record<K, Call<unknown>>,
  contenders = 10,
): Promise<Record<K, number[]>> {
  const kinds = Object.keys(calls) as K[];
  const all = shuffled(kinds.flatMap((kind) => Array<K>(contenders).fill(kind)));
  const longest = shuffled(HEAD_STARTS)[0] ?? 0;
  const later = new Map(kinds.map((kind) => [kind, Math.random() * longest]));
  const answers = await Promise.all(
    all.map(async (kind) => {
      if (longest > 0) await new Promise((resolve) => setTimeout(resolve, (later.get(kind) ?? 0) + Math.random() * 5));
      return { kind, status: (await calls[kind]()).status };
    }),
  );
  const of = (kind: K) => answers.filter((answer) => answer.kind === kind).map((answer) => answer.status);
  return Object.fromEntries(kinds.map((kind) => [kind, of(kind)])) as Record<K, number[]>;
}

/** Counts the answers of each status. */
export function tally(statuses: readonly number[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

function shuffled<T>(list: readonly T[]): T[] {
  return list
    .map((value) => ({ value, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);
}
