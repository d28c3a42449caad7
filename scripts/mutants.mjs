// Takes each guard of the server and of the embedded store out once, in a copy of the checkout, and expects a test to turn red. A mutant that
// survives is a rule that nothing holds. `node scripts/mutants.mjs [part of a name]` runs some of them.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mutants } from './mutants.list.mjs';
import { startTestStore } from './test-store.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const wanted = mutants.filter(({ name }) => name.includes(process.argv[2] ?? ''));
const copy = mkdtempSync(join(tmpdir(), 'boli-mutants-'));
const given = process.env.TEST_MONGODB_URI;
const store = given ? { uri: given, stop: async () => {} } : await startTestStore();
const survivors = [];
try {
  copyCheckout();
  for (const mutant of wanted) {
    const outcome = judge(mutant);
    const right = mutant.survives ? outcome === 'survived' : outcome === 'killed';
    if (!right) survivors.push(mutant.name);
    const note = mutant.survives ? ` (harmless: ${mutant.survives})` : '';
    process.stdout.write(`${right ? 'ok  ' : 'BAD '} ${outcome.padEnd(9)} ${mutant.name}${note}\n`);
  }
} finally {
  await store.stop();
  rmSync(copy, { recursive: true, force: true });
}
process.stdout.write(`${wanted.length - survivors.length} of ${wanted.length} guards are held by a test\n`);
process.exit(survivors.length === 0 ? 0 : 1);

function copyCheckout() {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  for (const file of listed.split('\n').filter((name) => existsSync(join(root, name)) && name)) {
    cpSync(join(root, file), join(copy, file), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
}

/** Breaks one guard, runs its test, and puts the guard back. */
function judge({ workspace = 'server', file, find, replace = '', test, only }) {
  const path = join(copy, workspace, 'src', file);
  const whole = readFileSync(path, 'utf8');
  if (whole.split(find).length !== 2) return 'not found';
  writeFileSync(
    path,
    whole.replace(find, () => replace),
  );
  const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const flags = [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    jest,
    join(workspace, 'src', test),
  ];
  const chosen = only ? ['-t', only] : [];
  const { status, stderr } = spawnSync(
    process.execPath,
    [...flags, ...chosen, '--bail', '--selectProjects', workspace],
    {
      cwd: copy,
      encoding: 'utf8',
      env: { ...process.env, TEST_MONGODB_URI: store.uri, RACE_ROUNDS: '10', NODE_OPTIONS: '' },
    },
  );
  writeFileSync(path, whole);
  if (status === 0) return 'survived';
  // Red has to mean a test that failed, not a file that could not be run.
  if (/^Tests: +.*\d+ failed/m.test(stderr)) return 'killed';
  process.stdout.write(stderr);
  return 'broken';
}
