import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runJest, withMutant } from './mutation.mjs';
import { patternOf, proofsOf } from './row-mutants.judge.mjs';

/** The maximum number of mutants that one run of a test file judges; their results are written after the run. */
const CHUNK = 12;

/** Gives the tests a way to change one text of the catalogue after the modules are loaded. */
const opened = {
  workspace: 'shared',
  file: 'messages/en.ts',
  find: '} as const;',
  replace: '} as const;\nObject.assign(globalThis, { textsUnderTest: en });',
};

/**
 * Judges many mutants of texts in one run of a test file, changing one text at a time: starting jest and loading the client
 * for each mutant would take ten times as long. A mutant that is not killed here has to be judged alone, because its text
 * may be read when a module is loaded, before it is changed.
 * @param {{ root: string, uri: string }} copy
 * @param {Map<string, import('./specification.mjs').Row>} rows by id
 * @param {object[]} mutants mutants with a `text`, each with the key of its result
 * @param {(mutant: object, by: string) => void} onKilled
 */
export function judgeTexts(copy, rows, mutants, onKilled) {
  const fileOf = (mutant) => proofsOf(rows.get(mutant.row), mutant)[0]?.file ?? '';
  for (const file of new Set(mutants.map(fileOf).filter((name) => name.startsWith('client/')))) {
    const all = mutants.filter((mutant) => fileOf(mutant) === file);
    for (let from = 0; from < all.length; from += CHUNK) {
      const chunk = all.slice(from, from + CHUNK);
      const killedBy = judgeChunk(copy, rows, file, chunk);
      for (const mutant of chunk) {
        const by = killedBy(mutant);
        if (by) onKilled(mutant, `${file} › ${by}`);
      }
    }
  }
}

function judgeChunk(copy, rows, file, chunk) {
  const list = join(copy.root, 'node_modules', '.text-mutants.json');
  const named = chunk.map((mutant) => ({
    ...{ id: mutant.key, key: mutant.text.key, value: mutant.text.value },
    pattern: proofsOf(rows.get(mutant.row), mutant)
      .filter((proof) => proof.file === file)
      .map(({ name }) => patternOf(name))
      .join('|'),
  }));
  writeFileSync(list, JSON.stringify(named));
  const environment = join(copy.root, 'scripts', 'text-mutants.environment.mjs');
  const { passed, failed, messagesOf, output } = withMutant(copy, opened, () =>
    runJest(copy, file, { environment, env: { TEXT_MUTANTS: list, ASYNC_UTIL_TIMEOUT: '5000' } }),
  );
  if (passed.length === 0) process.stdout.write(output);
  const red = new Set(failed);
  const isProof = (name, { text }) =>
    !red.has(name.replace('mutated ', 'control ')) && messagesOf(name).some((message) => isAbout(message, text));
  return (mutant) => {
    const begin = `mutated ${mutant.key} `;
    return failed.find((name) => name.includes(begin) && isProof(name, mutant))?.replace(begin, '');
  };
}

/**
 * Whether a test failed because of a mutant's text: the failure message contains the original or the wrong text. On a busy
 * machine tests also fail for other reasons.
 */
function isAbout(message, { original, value }) {
  const [why] = message.split('\n    at ');
  return [original, value].some((text) => text.split(/\{[^}]*\}/).every((piece) => why.includes(piece)));
}
