import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, parse, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/**
 * What is built, from which folders, and how. A part whose folder `from` does not exist, as in a container image, is
 * used as it was built.
 * @type {readonly { name: string, from: string, sources: readonly string[], make: () => Promise<void> }[]}
 */
const parts = [
  {
    name: 'client',
    from: 'client/src',
    sources: [
      'client/src',
      'client/public',
      'client/index.html',
      'client/first-paint.ts',
      'client/first-load.ts',
      'client/chunks.ts',
      'client/vite.config.ts',
      'shared/src',
    ],
    async make() {
      const { build: viteBuild } = await import('vite');
      await inProduction(() => viteBuild({ root: join(root, 'client'), logLevel: 'warn' }));
      const { precompress } = await import('./precompress.mjs');
      await precompress(join(root, 'client', 'dist'));
    },
  },
  {
    name: 'server',
    from: 'server/src',
    sources: ['server/src', 'shared/src'],
    async make() {
      await bundle('server/src/index.ts', 'server/dist/index.js');
      await bundle('server/src/ledger-check.ts', 'server/dist/ledger-check.js');
      await bundlePdfWorker();
      await bundle('server/src/admin-command.ts', 'server/dist/admin-command.js');
      await copyDocs();
    },
  },
  {
    name: 'embedded-mongo',
    from: 'embedded-mongo/src',
    sources: ['embedded-mongo/src'],
    make: () => bundle('embedded-mongo/src/cli.ts', 'embedded-mongo/dist/cli.js'),
  },
  {
    name: 'city',
    from: 'city/src',
    sources: ['city/src', 'shared/src'],
    async make() {
      await bundle('city/src/city-command.ts', 'city/dist/city-command.js');
      await bundle('city/src/serve-command.ts', 'city/dist/serve-command.js');
    },
  },
];

/**
 * Builds every part, or those that are named, whose sources have changed since its last build.
 * @param {readonly string[]} wanted names of parts; an empty list means all
 * @returns {Promise<boolean>} whether everything is built; what went wrong has been printed
 */
export async function build(wanted = []) {
  for (const part of parts) {
    if (wanted.length > 0 && !wanted.includes(part.name)) continue;
    if (!existsSync(join(root, part.from))) continue;
    const stamp = stampOf(part.sources);
    const stampFile = join(root, part.name, 'dist', '.stamp');
    if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) continue;
    const started = Date.now();
    try {
      await part.make();
    } catch (error) {
      process.stderr.write(`${sentence(part.name, error)}\n`);
      return false;
    }
    mkdirSync(dirname(stampFile), { recursive: true });
    writeFileSync(stampFile, stamp);
    process.stdout.write(`built ${part.name} in ${((Date.now() - started) / 1000).toFixed(1)} s\n`);
  }
  return true;
}

/**
 * Runs a build with NODE_ENV `production`: with another one, such as that of a test that builds, the pages would contain
 * React's development build.
 * @param {() => Promise<unknown>} make
 */
async function inProduction(make) {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    await make();
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
}

/** Builds the program of the thread that reads uploaded PDFs; a server that runs from its sources needs it too. */
export async function bundlePdfWorker() {
  await bundle('server/src/uploads/pdf.worker.ts', 'server/dist/pdf-worker.js');
}

/** Copies the files of the API's documentation page to the folder from which they are sent, and adds compressed copies. */
async function copyDocs() {
  const { copyCompressed } = await import('./precompress.mjs');
  const from = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));
  const files = ['swagger-ui.css', 'swagger-ui-bundle.js'].map((name) => join(from, name));
  await copyCompressed(files, join(root, 'server', 'dist', 'docs'));
}

/**
 * Bundles a source file into a program; packages are not included. What the program imports dynamically (`import()`),
 * and what that shares with the program, is in files beside it, whose names begin with its name and `-`.
 * @param {string} entry from the root
 * @param {string} program its file, from the root or absolute
 */
export async function bundle(entry, program) {
  const { dir, name, ext } = parse(program);
  const esbuild = await import('esbuild');
  const began = Date.now();
  const { metafile } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: { [name]: entry },
    outdir: dir,
    outExtension: { '.js': ext },
    chunkNames: `${name}-[hash]`,
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: true,
    metafile: true,
    packages: 'external',
    alias: { '@boli/shared': './shared/src' },
    logLevel: 'warning',
  });
  removeBundle(program, { kept: Object.keys(metafile.outputs), olderThan: began });
}

/**
 * Removes a program that `bundle` has made, with the files beside it.
 * @param {string} program its file, from the root or absolute
 * @param {{ kept?: readonly string[], olderThan?: number }} which `kept`: the paths of files that stay; `olderThan`
 * (milliseconds since 1970): newer files stay, because another process may have built them at the same time
 */
export function removeBundle(program, { kept = [], olderThan = Number.POSITIVE_INFINITY } = {}) {
  const { dir, name, ext } = parse(program);
  const isPart = new RegExp(`^${name}(-[A-Z0-9]{8})?\\${ext}(\\.map)?$`);
  const names = new Set(kept.map((file) => basename(file)));
  const folder = resolve(root, dir);
  for (const file of readdirSync(folder)) {
    if (!isPart.test(file) || names.has(file)) continue;
    const path = join(folder, file);
    const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (changed < olderThan) rmSync(path, { force: true });
  }
}

/**
 * @param {string} part
 * @param {unknown} error
 */
function sentence(part, error) {
  if (codeOf(error) === 'ERR_MODULE_NOT_FOUND') {
    return `The ${part} has to be built, but its build tools are not installed: run npm ci without --omit=dev once.`;
  }
  return `Building the ${part} failed: ${error instanceof Error ? error.message : error}`;
}

/**
 * @param {unknown} error
 * @returns {unknown} the error code of Node, such as `ENOENT`; undefined if there is none
 */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/**
 * @param {readonly string[]} sources paths from the root
 * @returns {string} a hash of these files without tests, of the lock file and of the build's scripts
 */
function stampOf(sources) {
  const hash = createHash('sha256');
  for (const source of [...sources, 'package-lock.json', 'scripts/build.mjs', 'scripts/precompress.mjs'])
    addTo(hash, source);
  return hash.digest('hex');
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} path a file or a folder, from the root
 */
function addTo(hash, path) {
  const full = join(root, path);
  if (!existsSync(full)) return;
  const entries = listing(full);
  if (entries) {
    for (const name of entries) addTo(hash, `${path}/${name}`);
  } else if (!/\.test\.tsx?$/.test(path)) {
    hash.update(`${path}\n`).update(readFileSync(full));
  }
}

/**
 * @param {string} path
 * @returns {string[] | null} the names in a folder; null for a file
 */
function listing(path) {
  try {
    return readdirSync(path).sort();
  } catch (error) {
    if (codeOf(error) === 'ENOTDIR') return null;
    throw error;
  }
}

// Without a top-level await: jest's global setup could not `require` a file that has one.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  void build(process.argv.slice(2)).then((built) => process.exit(built ? 0 : 1));
}
