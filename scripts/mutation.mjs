// Breaks code in a copy of the checkout and runs tests there, for the mutants of guards and for those of the rows of
// the specification.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startTestStore } from './test-store.mjs';

/** The root of the checkout. */
export const checkout = join(dirname(fileURLToPath(import.meta.url)), '..');

/**
 * Opens a copy of the checkout and a database for its tests: the one at `TEST_MONGODB_URI`, otherwise a new one.
 * @returns {Promise<{ root: string, uri: string, close: () => Promise<void> }>} `close` deletes the copy, and stops the
 * database if it is a new one
 */
export async function openCopy() {
  const root = mkdtempSync(join(tmpdir(), 'boli-mutants-'));
  const given = process.env.TEST_MONGODB_URI;
  const store = given ? { uri: given, stop: async () => {} } : await startTestStore();
  copyFiles(root);
  linkPackages(root);
  return {
    root,
    uri: store.uri,
    async close() {
      await store.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function copyFiles(root) {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: checkout, encoding: 'utf8' });
  for (const file of listed.split('\n').filter((name) => name && existsSync(join(checkout, name)))) {
    cpSync(join(checkout, file), join(root, file), { recursive: true });
  }
}

/**
 * Links the packages of the checkout into the copy. `@boli/*` are the copy's own workspaces, because otherwise a mutant
 * in `shared` would not be imported.
 */
function linkPackages(root) {
  for (const folder of ['client', 'embedded-mongo']) {
    const packages = join(checkout, folder, 'node_modules');
    if (existsSync(packages)) symlinkSync(packages, join(root, folder, 'node_modules'));
  }
  const [from, to] = [join(checkout, 'node_modules'), join(root, 'node_modules')];
  mkdirSync(join(to, '@boli'), { recursive: true });
  const own = new Set(['@boli', '.cache', '.vite']);
  for (const name of readdirSync(from).filter((entry) => !own.has(entry)))
    symlinkSync(join(from, name), join(to, name));
  for (const name of readdirSync(join(from, '@boli'))) symlinkSync(join(root, name), join(to, '@boli', name));
}

/**
 * Replaces code in a file of a copy, calls a function, and restores the file.
 * @param {{ root: string }} copy
 * @param {{ workspace?: string, file: string, find: string, replace?: string }} mutant the file is below `src` of the workspace
 * @param {() => T} run
 * @returns {T | null} what `run` returned; null, without a call of it, if the code is not found exactly once
 * @template T
 */
export function withMutant({ root }, { workspace = 'server', file, find, replace = '' }, run) {
  const path = join(root, workspace, 'src', file);
  const whole = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (whole.split(find).length !== 2) return null;
  const mutated = whole.replace(find, () => replace);
  writeFileSync(path, mutated);
  try {
    return run();
  } finally {
    writeFileSync(path, whole);
  }
}

/** `DEBUG_PRINT_LIMIT` keeps Testing Library from printing the page when an element is not found. */
const forMutants = { RACE_ROUNDS: '10', NODE_OPTIONS: '', DEBUG_PRINT_LIMIT: '0' };

/**
 * Runs one test file of a copy.
 * @param {{ root: string, uri: string }} copy
 * @param {string} file the path from the root
 * @param {{ only?: string, environment?: string, env?: Record<string, string> }} options `only` is a
 * regular expression of test names, `environment` the path of another test environment, `env` more environment
 * variables
 * @returns {{ passed: string[], failed: string[], messagesOf: (name: string) => string[], output: string }} `passed` and
 * `failed` are full names of tests, both empty for a file that could not be run; `messagesOf` returns the failure
 * messages of a test
 */
export function runJest({ root, uri }, file, { only, environment, env = {} } = {}) {
  const report = join(root, 'node_modules', '.jest-report.json');
  rmSync(report, { force: true });
  const program = join(checkout, 'node_modules', 'jest', 'bin', 'jest.js');
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', program];
  // Without --bail, which would end jest before it writes its report.
  const chosen = only ? ['-t', only] : [];
  if (environment) chosen.push(`--testEnvironment=${environment}`);
  const [workspace] = file.split('/');
  const { stderr } = spawnSync(
    process.execPath,
    [...flags, file, ...chosen, '--selectProjects', workspace, '--json', `--outputFile=${report}`],
    {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, ...forMutants, TEST_MONGODB_URI: uri, ...env },
      maxBuffer: 1 << 28,
    },
  );
  const suites = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).testResults : [];
  const tests = suites.flatMap(({ assertionResults }) => assertionResults);
  const namesOf = (status) => tests.filter((each) => each.status === status).map(({ fullName }) => fullName);
  const messagesOf = (name) =>
    tests.filter(({ fullName }) => fullName === name).flatMap((each) => each.failureMessages);
  return { passed: namesOf('passed'), failed: namesOf('failed'), messagesOf, output: stderr };
}

/**
 * Builds a copy and runs browser tests of one file: as a phone, or as a desktop for files with `.desktop.` in the
 * name.
 * @param {{ root: string }} copy
 * @param {string} file the path from the root
 * @param {{ only: string }} options a regular expression of test names
 * @returns {{ passed: string[], failed: string[], output: string }} as `runJest` returns them
 */
export function runBrowser({ root }, file, { only }) {
  const report = join(root, 'node_modules', '.browser-report.json');
  rmSync(report, { force: true });
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 };
  const built = spawnSync(process.execPath, ['scripts/build.mjs'], options);
  if (built.status !== 0) return { passed: [], failed: [], output: built.stderr };
  const project = file.includes('.desktop.') ? 'desktop' : 'phone';
  const { stdout } = spawnSync(
    process.execPath,
    [join(root, 'node_modules', '@playwright', 'test', 'cli.js'), 'test', file, '-g', only, `--project=${project}`],
    { ...options, env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT: report } },
  );
  const suites = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).suites : [];
  const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
  const specs = suites.flatMap(specsOf);
  const namesOf = (ok) => specs.filter((spec) => spec.ok === ok).map(({ title }) => title);
  return { passed: namesOf(true), failed: namesOf(false), output: stdout };
}
