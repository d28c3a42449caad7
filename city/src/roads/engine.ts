import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { CityFailed } from '../city-failed';

/** Valhalla's calls (https://valhalla.github.io/valhalla/api/): JSON in, JSON out. */
export interface Actor {
  route(query: string): Promise<string>;
  matrix(query: string): Promise<string>;
  traceRoute(query: string): Promise<string>;
  isochrone(query: string): Promise<string>;
  locate(query: string): Promise<string>;
  status(query: string): Promise<string>;
}

/** The installation of the road engine: `folder` has its package.json, its lock file and its configuration. */
export interface Engine {
  folder: string;
}

const PACKAGE = '@valhallajs/valhallajs';
/** The platforms that the package supports; on Linux it needs glibc. */
const PLATFORMS = ['linux/x64', 'linux/arm64', 'darwin/arm64'];

/** Whether the road engine runs on this machine. */
export function isSupported(): boolean {
  const report = process.report?.getReport();
  const header: unknown = typeof report === 'object' ? Reflect.get(report, 'header') : undefined;
  const isGlibc = typeof header === 'object' && header !== null && 'glibcVersionRuntime' in header;
  return PLATFORMS.includes(`${process.platform}/${process.arch}`) && (process.platform !== 'linux' || isGlibc);
}

/** Whether the engine's package is installed in its folder. */
export function isInstalled({ folder }: Engine): boolean {
  return existsSync(join(folder, 'node_modules', PACKAGE, 'package.json'));
}

/** Installs the engine (83 MB) from its lock file. Throws `CityFailed` if that fails. */
export async function install({ folder }: Engine): Promise<void> {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { code, errorOutput } = await run(npm, ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], folder);
  if (code === 0) return;
  throw new CityFailed(
    `The road engine could not be fetched: ${lastLine(errorOutput)}. Is the npm registry reachable?`,
  );
}

/** Opens a road network with this configuration; its calls run on libuv's threads. */
export function openActor({ folder }: Engine, config: object): Actor {
  const { Actor } = createRequire(join(folder, 'package.json'))(PACKAGE) as { Actor: new (config: string) => Actor };
  return new Actor(JSON.stringify(config));
}

/** Runs one of the engine's programs. Throws `CityFailed` with `failure` and the last line of its error output. */
export async function runProgram(
  { folder }: Engine,
  program: 'valhalla_build_tiles' | 'valhalla_build_admins',
  { args, cwd, failure }: { args: string[]; cwd: string; failure: string },
): Promise<void> {
  const file = join(folder, 'node_modules', PACKAGE, process.platform, process.arch, program);
  const { code, errorOutput } = await run(file, args, cwd);
  if (code !== 0) throw new CityFailed(`${failure} (${lastLine(errorOutput) || `${program} ended with ${code}`}).`);
}

function run(program: string, args: string[], cwd: string): Promise<{ code: number | null; errorOutput: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
    let errorOutput = '';
    child.stderr.on('data', (chunk: Buffer) => {
      errorOutput = (errorOutput + chunk.toString()).slice(-2_000);
    });
    child.once('error', (error) => reject(new CityFailed(`${program} could not be started: ${error.message}`)));
    child.once('exit', (code) => resolve({ code, errorOutput }));
  });
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1)?.trim() ?? '';
}
