// Applies each mutant of the `*.mutants.mjs` files, one at a time, in a copy of the checkout, and expects a test to fail.
// A mutant that survives shows a rule that no test checks. Mutants with `survives` are harmless: their tests have to
// pass. `node scripts/mutants.mjs [part of a name]` runs only the mutants whose names contain that part.
import { join } from 'node:path';
import { mutants } from './mutants.list.mjs';
import { openCopy, runJest, withMutant } from './mutation.mjs';

const wanted = mutants.filter(({ name }) => name.includes(process.argv[2] ?? ''));
const copy = await openCopy();
const survivors = [];
try {
  for (const mutant of wanted) {
    const outcome = judge(mutant);
    const right = mutant.survives ? outcome === 'survived' : outcome === 'killed';
    if (!right) survivors.push(mutant.name);
    const note = mutant.survives ? ` (harmless: ${mutant.survives})` : '';
    process.stdout.write(`${right ? 'ok  ' : 'BAD '} ${outcome.padEnd(9)} ${mutant.name}${note}\n`);
  }
} finally {
  await copy.close();
}
process.stdout.write(`${wanted.length - survivors.length} of ${wanted.length} mutants have the expected outcome\n`);
process.exit(survivors.length === 0 ? 0 : 1);

/** Applies one mutant, runs its test, and restores the file. */
function judge(mutant) {
  const { workspace = 'server', test, only } = mutant;
  const result = withMutant(copy, mutant, () => runJest(copy, join(workspace, 'src', test), { only }));
  if (!result) return 'not found';
  // Only a failed test kills a mutant; a test file that could not be run does not.
  if (result.failed.length > 0) return 'killed';
  if (result.passed.length > 0) return 'survived';
  process.stdout.write(result.output);
  return 'broken';
}
