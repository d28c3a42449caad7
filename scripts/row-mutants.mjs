// Applies the mutants of docs/specification.md's rows, one at a time, in a copy of the checkout. For each mutant it
// runs the tests that the row names, and expects at least one of them to fail.
// `node scripts/row-mutants.mjs [--only <rows or sections, such as S1,T>] [--shard 1/2] [--again]`. A killed
// mutant is not run again until its row, the mutant, its file or a file of its proofs changes; `--again` runs it
// nevertheless. Results go to docs/row-mutants.json, row by row, and are counted in docs/specification.md.
import { parseArgs } from 'node:util';
import { openCopy } from './mutation.mjs';
import { judgeOf } from './row-mutants.judge.mjs';
import { rowMutants } from './row-mutants.list.mjs';
import { keyed, readResults, record, stampOf, writeSummary } from './row-mutants.results.mjs';
import { specification } from './specification.mjs';
import { judgeTexts } from './text-mutants.mjs';

const { values } = parseArgs({
  options: { only: { type: 'string' }, shard: { type: 'string', default: '1/1' }, again: { type: 'boolean' } },
});
const [shard, shards] = values.shard.split('/').map(Number);
const rows = new Map(specification().map((row) => [row.id, row]));
const entries = keyed(await rowMutants());
const all = entries.filter(({ row }) => isWanted(row));
const mine = all.slice(Math.floor(((shard - 1) * all.length) / shards), Math.floor((shard * all.length) / shards));
const known = readResults();
const stamped = mine
  .filter(({ reason }) => !reason)
  .map((mutant) => ({ mutant, stamp: stampOf(mutant, rows.get(mutant.row)) }));
const due = stamped.filter(({ mutant, stamp }) => {
  const result = known[mutant.key];
  return values.again || result?.outcome !== 'killed' || result.stamp !== stamp;
});

const survivors = due.length > 0 ? await run() : [];
writeSummary(entries);
process.stdout.write(`${stamped.length - survivors.length} of ${stamped.length} mutants of rows are killed`);
process.stdout.write(`, ${stamped.length - due.length} of them by an earlier run\n`);
process.exit(survivors.length === 0 ? 0 : 1);

/**
 * Whether `--only` names this row, by its id or by the letters of its section (`T` for T1, T2, …); true without
 * `--only`.
 */
function isWanted(row) {
  const named = values.only?.split(',');
  return !named || named.includes(row) || named.includes(row.replace(/\d+$/, ''));
}

/** Judges the mutants that are due and returns the keys of those that are not killed. */
async function run() {
  const copy = await openCopy();
  const left = new Map(due.map((each) => [each.mutant.key, each]));
  try {
    const texts = due.map(({ mutant }) => mutant).filter(({ row, text }) => text && rows.has(row));
    judgeTexts(copy, rows, texts, (mutant, by) => {
      note(left.get(mutant.key), { outcome: 'killed', by });
      left.delete(mutant.key);
    });
    const alone = [...left.values()];
    const judge = judgeOf(
      copy,
      rows,
      alone.map(({ mutant }) => mutant),
    );
    for (const each of alone) {
      const result = judge(each.mutant);
      note(each, result);
      if (result.outcome === 'killed') left.delete(each.mutant.key);
    }
  } finally {
    await copy.close();
  }
  return [...left.keys()];
}

function note({ mutant, stamp }, { outcome, by }) {
  record(mutant.key, { outcome, day: new Date().toISOString().slice(0, 10), ...(by && { by }), stamp });
  process.stdout.write(`${outcome === 'killed' ? 'ok  ' : 'BAD '} ${outcome.padEnd(9)} ${mutant.key}\n`);
}
