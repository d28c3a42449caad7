import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
/**
 * Flags under which headless Chromium runs on any machine: small shared memory, no sandbox, software WebGL for maps.
 * Only maps are drawn by the simulated graphics card, because with it the rest of a page takes four times as long to
 * draw.
 */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--enable-unsafe-swiftshader',
  '--use-angle=swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-gpu-compositing',
  '--disable-gpu-rasterization',
];

function versionOfPackage() {
  // Read as a file, because the package does not export its package.json.
  const description = join(root, 'node_modules', '@sparticuz', 'chromium', 'package.json');
  return JSON.parse(readFileSync(description, 'utf8')).version;
}

/**
 * Unpacks npm's Chromium once. The package would unpack into the temp folder and use any file that it finds there, even
 * one half-written by another process or left by another version. So each process unpacks into a folder of its own, which
 * is renamed when complete.
 */
async function unpack() {
  const target = join(root, 'node_modules', '.cache', `chromium-${versionOfPackage()}`);
  if (!existsSync(target)) {
    const part = `${target}.${String(process.pid)}.part`;
    mkdirSync(part, { recursive: true });
    const before = { ...process.env };
    process.env.TMPDIR = part;
    // Makes the package also unpack the libraries that a minimal machine lacks.
    process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs20.x';
    try {
      const { default: chromium } = await import('@sparticuz/chromium');
      await chromium.executablePath();
    } finally {
      // The package also configures fontconfig with fonts that lack the rupee sign: the whole environment is restored.
      for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
      Object.assign(process.env, before);
    }
    try {
      renameSync(part, target);
    } catch (error) {
      // Another process was faster: its copy is equivalent.
      if (!existsSync(target)) throw error;
    }
  }
  return { executablePath: join(target, 'chromium'), env: { LD_LIBRARY_PATH: join(target, 'al2023', 'lib') } };
}

/**
 * The Chromium to test with: the one at `CHROMIUM_PATH`, else the system's own, else npm's. If `CHROMIUM_PATH` is `npm`,
 * always npm's.
 * @returns {Promise<{ executablePath: string, env: Record<string, string> }>} `env` has the environment variables with
 * which Chromium has to be launched
 */
export async function findChromium() {
  if (process.env.CHROMIUM_PATH === 'npm') return await unpack();
  for (const path of [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ]) {
    if (path && existsSync(path)) return { executablePath: path, env: {} };
  }
  return await unpack();
}
