// Breaks code in a copy of the checkout and runs tests there: for `mutants.mjs` (mutants of guards) and for
// `row-mutants.mjs` (mutants of the specification's rows).
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
 * @returns {Promise<{ root: string, uri: string, close: () => Promise<void> }>} `close` deletes the copy, and stops a new
 * database
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
 * Links the packages of the checkout into the copy. `@boli/*` link to the workspaces of the copy itself, because otherwise
 * its tests would import `shared` of the checkout, without the mutant.
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
 * @param {{ workspace?: string, file: string, find: string, replace?: string }} mutant `file` is a path below the
 * workspace's `src`
 * @param {() => T} run
 * @returns {T | null} what `run` returned; null if the code does not occur exactly once: then `run` is not called
 * @template T
 */
export function withMutant({ root }, { workspace = 'server', file, find, replace = '' }, run) {
  const path = join(root, workspace, 'src', file);
  const original = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (original.split(find).length !== 2) return null;
  const mutated = original.replace(find, () => replace);
  writeFileSync(path, mutated);
  try {
    return run();
  } finally {
    writeFileSync(path, original);
  }
}

/** `DEBUG_PRINT_LIMIT` keeps Testing Library from printing the page when an element is not found. */
const forMutants = { RACE_ROUNDS: '10', NODE_OPTIONS: '', DEBUG_PRINT_LIMIT: '0' };

/**
 * Runs one test file of a copy.
 * @param {{ root: string, uri: string }} copy
 * @param {string} file the path from the root
 * @param {{ only?: string, environment?: string, env?: Record<string, string> }} options `only` is a regular expression
 * that selects tests by name, `environment` the path of another test environment, `env` more environment variables
 * @returns {{ passed: string[], failed: string[], messagesOf: (name: string) => string[], output: string }} `passed` and
 * `failed` are full names of tests, both empty for a file that could not be run; `messagesOf` returns the failure
 * messages of a test
 */
export function runJest({ root, uri }, file, { only, environment, env = {} } = {}) {
  const report = join(root, 'node_modules', '.jest-report.json');
  rmSync(report, { force: true });
  const program = join(checkout, 'node_modules', 'jest', 'bin', 'jest.js');
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', program];
  // `--bail` is not set, because jest would end before it writes its report.
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
 * Builds the app in a copy and runs browser tests of one file: on a desktop if the file's name contains `.desktop.`, else
 * on a phone.
 * @param {{ root: string }} copy
 * @param {string} file the path from the root
 * @param {{ only: string }} options `only` is a regular expression that selects tests by name
 * @returns {{ passed: string[], failed: string[], output: string }} `passed` and `failed` are the titles of tests, both
 * empty if the copy could not be built
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
