import { runBrowser, runJest, withMutant } from './mutation.mjs';

const isBrowserTest = (file) => file.endsWith('.e2e.ts');

/**
 * The tests that are run for a mutant of a row: the row's proofs in jest; its browser tests only if there are no
 * others.
 * @param {{ proofs: { file: string, name: string }[] }} row
 * @param {{ proof?: string }} mutant
 */
export function proofsOf({ proofs }, { proof = '' }) {
  const chosen = proofs.filter(({ file, name }) => `${file} › ${name}`.includes(proof));
  const quick = chosen.filter(({ file }) => !isBrowserTest(file));
  return quick.length > 0 ? quick : chosen;
}

/**
 * A regular expression that matches the full name of a test, as the report of a run gives it. The placeholders of a
 * test table (`%s`, `$name`) and `…` match any text.
 */
export function patternOf(name) {
  const literal = name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return `(^| )${literal.replace(/%[sdifjop]|\\\$\w+(\\\.\w+)*|…/g, '.*')}$`;
}

/**
 * How mutants are judged in a copy.
 * @param {{ root: string, uri: string }} copy
 * @param {Map<string, import('./specification.mjs').Row>} rows by id
 * @param {object[]} due all mutants that will be judged. The first time a test file is needed, all its tests that judge
 * one of these mutants are run once without a mutant
 * @returns {(mutant: object) => { outcome: string, by?: string }} `outcome` is `killed`, with the name of the test in `by`,
 * or the reason why the mutant was not killed
 */
export function judgeOf(copy, rows, due) {
  const wholes = new Map();

  /** Whether a test exists and passes without a mutant: one that always fails would count as killing every mutant. */
  function isGreen({ file, name }) {
    if (!wholes.has(file)) wholes.set(file, runTests(copy, file, namesIn(file)));
    const { passed, failed } = wholes.get(file);
    const pattern = new RegExp(patternOf(name));
    return passed.some((each) => pattern.test(each)) && !failed.some((each) => pattern.test(each));
  }

  const namesIn = (file) => [
    ...new Set(
      due
        .flatMap((mutant) => proofsOf(rows.get(mutant.row) ?? { proofs: [] }, mutant))
        .filter((proof) => proof.file === file)
        .map(({ name }) => name),
    ),
  ];

  return (mutant) => {
    const row = rows.get(mutant.row);
    if (!row) return { outcome: 'no such row' };
    const proofs = proofsOf(row, mutant).filter(isGreen);
    if (proofs.length === 0) return { outcome: 'no green proof' };
    return withMutant(copy, mutant, () => verdict(copy, proofs)) ?? { outcome: 'not found' };
  };
}

/** Runs the proofs file by file until one fails. */
function verdict(copy, proofs) {
  let outcome = 'survived';
  for (const file of new Set(proofs.map((proof) => proof.file))) {
    const names = proofs.filter((proof) => proof.file === file).map(({ name }) => name);
    const { passed, failed, output } = runTests(copy, file, names);
    if (failed[0]) return { outcome: 'killed', by: `${file} › ${failed[0]}` };
    if (passed.length > 0) continue;
    // A killed mutant needs a failed test, not a file that could not be run.
    process.stdout.write(output);
    outcome = 'broken';
  }
  return { outcome };
}

function runTests(copy, file, names) {
  const only = names.map((name) => patternOf(name)).join('|');
  return isBrowserTest(file) ? runBrowser(copy, file, { only }) : runJest(copy, file, { only });
}
