import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { random, seed } from '../testing/random-documents';
import { temporaryFolder } from '../testing/temporary-store';
import { answerOf, fillTown, questions } from '../testing/town';
import { MongoError } from '../values/errors';
import { StoreUnavailable } from './environment';
import { DATA_FILE } from './file-watch';
import { openStore, type Store } from './store';

const SEED = Number(process.env.DAMAGE_SEED ?? 20260);
/** The numbers of files with one changed byte, and of files with two hundred. */
const SINGLE = process.env.LONG ? 3000 : 60;
const MANY = process.env.LONG ? 50 : 4;
const FLIPS = 200;

let folder: string;
let whole: Buffer;
let right: string[];

beforeAll(async () => {
  folder = temporaryFolder();
  await fillTown(folder);
  const store = await openStore(folder);
  right = questions.map((_, at) => answerOf(store, at));
  await store.close();
  whole = readFileSync(join(folder, DATA_FILE));
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Outcome = 'refused' | 'right' | 'error' | 'wrong';

/** The outcome of all queries on a damaged store: an error is acceptable, a wrong result is not. */
function ask(store: Store): Outcome {
  let outcome: Outcome = 'right';
  for (const [at, answer] of right.entries()) {
    try {
      if (answerOf(store, at) !== answer) return 'wrong';
    } catch (error) {
      if (!(error instanceof MongoError)) throw error;
      outcome = 'error';
    }
  }
  return outcome;
}

async function outcomeOf(bytes: Buffer): Promise<Outcome> {
  const damaged = join(folder, 'damaged');
  rmSync(damaged, { recursive: true, force: true });
  mkdirSync(damaged);
  writeFileSync(join(damaged, DATA_FILE), bytes);
  try {
    const store = await openStore(damaged);
    const outcome = ask(store);
    await store.close();
    return outcome;
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    return 'refused';
  }
}

function withFlips(count: number): Buffer {
  const bytes = Buffer.from(whole);
  for (let n = 0; n < count; n++) {
    const at = random(bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 + random(255));
  }
  return bytes;
}

async function tally(rounds: number, flips: number): Promise<Record<Outcome, number>> {
  const counted = { refused: 0, right: 0, error: 0, wrong: 0 };
  for (let round = 0; round < rounds; round++) counted[await outcomeOf(withFlips(flips))]++;
  process.stdout.write(`${rounds} files with ${flips} changed bytes each: ${JSON.stringify(counted)}\n`);
  return counted;
}

test(
  `a single changed byte is detected or harmless: ${SINGLE} files, seed ${SEED}`,
  async () => {
    seed(SEED);
    const counted = await tally(SINGLE, 1);
    expect(counted.wrong).toBe(0);
    expect(counted.refused).toBeGreaterThan(0);
    expect(counted.error).toBeGreaterThan(0);
  },
  60_000 + SINGLE * 1000,
);

test(
  `${FLIPS} changed bytes are detected: ${MANY} files, seed ${SEED}`,
  async () => {
    seed(SEED + 1);
    expect(await tally(MANY, FLIPS)).toEqual({ refused: MANY, right: 0, error: 0, wrong: 0 });
  },
  60_000 + MANY * 1000,
);
