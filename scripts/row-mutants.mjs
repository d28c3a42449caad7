// Breaks what each row of docs/specification.md says, once, in a copy of the checkout, and expects a test that the row names to turn red.
// `node scripts/row-mutants.mjs [--only <row or its beginning>] [--shard 1/2] [--again]`. What was killed stays so until the row, its mutant,
// the file of the mutant or a file of its proofs changes; `--again` runs it nevertheless. Results go to docs/row-mutants.json, row by row.
import { parseArgs } from 'node:util';
import { openCopy } from './mutation.mjs';
import { judgeOf } from './row-mutants.judge.mjs';
import { rowMutants } from './row-mutants.list.mjs';
import { keyed, readResults, record, stampOf } from './row-mutants.results.mjs';
import { specification } from './specification.mjs';

const { values } = parseArgs({
  options: { only: { type: 'string' }, shard: { type: 'string', default: '1/1' }, again: { type: 'boolean' } },
});
const [shard, shards] = values.shard.split('/').map(Number);
const rows = new Map(specification().map((row) => [row.id, row]));
const all = keyed(await rowMutants()).filter(({ row }) => isWanted(row));
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
process.stdout.write(`${stamped.length - survivors.length} of ${stamped.length} mutants of rows are killed`);
process.stdout.write(`, ${stamped.length - due.length} of them by an earlier run\n`);
process.exit(survivors.length === 0 ? 0 : 1);

/** All rows, one by its id, or those whose ids begin with letters: `T` is T1 to T246. */
function isWanted(row) {
  const { only } = values;
  return !only || row === only || (!/\d/.test(only) && row.replace(/\d+$/, '') === only);
}

/** Judges what is due and returns the keys of mutants that are not killed. */
async function run() {
  const copy = await openCopy();
  const left = [];
  try {
    const judge = judgeOf(
      copy,
      rows,
      due.map(({ mutant }) => mutant),
    );
    for (const { mutant, stamp } of due) {
      const { outcome, by } = judge(mutant);
      record(mutant.key, { outcome, day: new Date().toISOString().slice(0, 10), ...(by && { by }), stamp });
      if (outcome !== 'killed') left.push(mutant.key);
      process.stdout.write(`${outcome === 'killed' ? 'ok  ' : 'BAD '} ${outcome.padEnd(9)} ${mutant.key}\n`);
    }
  } finally {
    await copy.close();
  }
  return left;
}
