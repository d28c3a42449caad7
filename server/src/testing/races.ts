import type { TestAnswer } from './app';

/** How often each race is run: `RACE_ROUNDS`, 20 unless told. */
export const rounds = Array.from({ length: Number(process.env.RACE_ROUNDS ?? 20) }, (_, round) => round);

type Call<T> = () => Promise<TestAnswer<T>>;

/** The answers of several kinds of calls made at the same moment, `contenders` of each, in an order that varies. */
export async function race<K extends string>(
  calls: Record<K, Call<unknown>>,
  contenders = 10,
): Promise<Record<K, number[]>> {
  const kinds = Object.keys(calls) as K[];
  const all = shuffled(kinds.flatMap((kind) => Array<K>(contenders).fill(kind)));
  const answers = await Promise.all(all.map(async (kind) => ({ kind, status: (await calls[kind]()).status })));
  const of = (kind: K) => answers.filter((answer) => answer.kind === kind).map((answer) => answer.status);
  return Object.fromEntries(kinds.map((kind) => [kind, of(kind)])) as Record<K, number[]>;
}

/** How many answers had each status. */
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
