import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const results = join(root, 'node_modules', '.cache', 'test-results');
const bin = (name) => join(root, 'node_modules', '.bin', name);

/**
 * The result of the parts `goals` and `falls` on systems other than Linux. They are skipped there, because they read
 * CPU time and memory from /proc.
 */
const skipped = { passed: 0, failed: 0, skipped: 1 };

/** Playwright's projects (playwright.config.ts): the limits in milliseconds of `timed` hold only if nothing runs beside it. */
const untimed = ['--project=phone', '--project=desktop'];
const timed = ['--project=timed', '--workers=1'];

/** Every part by name: each is a function that returns how many tests passed, failed and were skipped. */
const parts = {
  types: () => command('types', bin('tsc'), ['-b']),
  lint: () => command('lint', bin('biome'), ['check', '--error-on-warnings', '.']),
  build: () => command('build', process.execPath, ['scripts/build.mjs']),
  unit: () => jest('unit', ['shared', 'bench']),
  api: () => jest('api', ['server', 'demo']),
  store: () => jest('store', ['embedded-mongo']),
  city: () => jest('city', ['city']),
  native: () => jest('native', ['native']),
  client: () => jest('client', ['client']),
  jest: () => jest('jest', ['shared', 'server', 'demo', 'bench', 'embedded-mongo', 'city', 'native', 'client']),
  browser: () => playwright({}, untimed),
  browserLong: () => playwright({ LONG: '1' }, untimed),
  timed: () => playwright({}, timed),
  timedLong: () => playwright({ LONG: '1' }, timed),
  // Only the long run runs all browser tests with an installed city and in Hindi; this part runs the main journey only.
  rideInCityInHindi: () => playwright({ CITY_JOURNEYS: '1', JOURNEYS_IN: 'hi' }, ['e2e/ride.e2e.ts', ...untimed]),
  browserInCity: () => playwright({ LONG: '1', CITY_JOURNEYS: '1' }, untimed),
  browserInHindi: () => playwright({ LONG: '1', JOURNEYS_IN: 'hi' }, untimed),
  long: () =>
    jest('long', ['shared', 'server', 'embedded-mongo', 'city', 'native'], {
      RACE_ROUNDS: '1000',
      KILLS: '50',
      FUZZ: '100000',
      FRAMES: '20000',
      MODEL_RUNS: '500',
      PAYMENTS: '1000',
      TAMPERED: '2000',
      PROPERTY_RUNS: '100000',
      // The version that the test of an upgrade starts from: any commit, branch or tag.
      UPGRADE_FROM: 'HEAD~50',
      LONG: '1',
      ...process.env,
    }),
  goals: () =>
    process.platform === 'linux' ? command('goals', process.execPath, ['scripts/bench.mjs', 'p15']) : skipped,
  falls: () =>
    process.platform === 'linux'
      ? command('falls', process.execPath, ['scripts/bench.mjs', 'p1', 'p3', 'p4', 'p5', '--short'])
      : skipped,
  mutants: () => command('mutants', process.execPath, ['scripts/mutants.mjs']),
  rows: () => command('rows', process.execPath, ['scripts/row-mutants.mjs']),
};

const plans = {
  all: ['types', 'lint', 'build', 'jest', 'browser', 'timed', 'rideInCityInHindi'],
  unit: ['unit'],
  api: ['api'],
  store: ['store'],
  city: ['city'],
  native: ['native'],
  client: ['client'],
  browser: ['build', 'browser', 'timed'],
  long: [
    'long',
    'goals',
    'falls',
    'mutants',
    'rows',
    'build',
    'browserLong',
    'timedLong',
    'browserInCity',
    'browserInHindi',
  ],
};

const [wanted = 'all', ...rest] = process.argv.slice(2);
const plan = plans[wanted];
if (!plan) {
  process.stderr.write(`There is no plan "${wanted}". Plans: ${Object.keys(plans).join(', ')}\n`);
  process.exit(1);
}

mkdirSync(results, { recursive: true });
const total = { passed: 0, failed: 0, skipped: 0 };
for (const name of plan) {
  const from = Date.now();
  const counts = await parts[name]();
  for (const kind of Object.keys(total)) total[kind] += counts[kind];
  process.stdout.write(`\n${name}: ${sentence(counts)} in ${((Date.now() - from) / 1000).toFixed(0)} s\n\n`);
}
process.stdout.write(`${sentence(total)}\n`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);

function sentence({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/** Runs a step that is not made up of tests, such as the build. The step as a whole counts as one test. */
async function command(name, program, args) {
  process.stdout.write(`${name}\n`);
  const code = await run(program, args);
  return code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
}

async function jest(name, projects, environment = process.env) {
  const output = join(results, `${name}.json`);
  rmSync(output, { force: true });
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const program = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const selected = ['--selectProjects', ...projects, '--json', `--outputFile=${output}`];
  const code = await run(process.execPath, [...flags, program, ...selected, ...rest], environment);
  const report = read(output);
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  // A file that could not be loaded has no failed test, but counts as one.
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

async function playwright(more, args) {
  const output = join(results, 'browser.json');
  rmSync(output, { force: true });
  const environment = { ...process.env, ...more, PLAYWRIGHT_JSON_OUTPUT: output };
  // Selected files may all belong to another project.
  const selected = rest.length > 0 ? [...rest, '--pass-with-no-tests'] : [];
  const code = await run(bin('playwright'), ['test', ...args, ...selected], environment);
  const stats = read(output)?.stats;
  if (!stats) return { passed: 0, failed: 1, skipped: 0 };
  const failed = stats.unexpected;
  if (stats.flaky > 0) process.stdout.write(`\nflaky: ${stats.flaky} passed at the second try, listed above\n`);
  return {
    passed: stats.expected + stats.flaky,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: stats.skipped,
  };
}

function read(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

function run(program, args, env = process.env) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env });
    child.once('error', (error) => {
      process.stderr.write(`${error.message}\n`);
      resolve(1);
    });
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
