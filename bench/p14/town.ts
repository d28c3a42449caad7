import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Figures } from '../../demo/report';
import { newFolder } from '../product';
import type { Cluster } from './cluster';

const SIMULATE = fileURLToPath(new URL('../../scripts/simulate.mjs', import.meta.url));

interface Town {
  /** The number of customers, and also of drivers. */
  people: number;
  minutes: number;
}

/**
 * Simulates a town on a cluster by `npm run simulate`, and calls `meanwhile` when everybody is connected. Resolves with the
 * figures when the simulation and `meanwhile` have ended. Rejects if the simulation ends before everybody is connected.
 */
export async function simulateTown(
  { url, ca }: Pick<Cluster, 'url' | 'ca'>,
  { people, minutes }: Town,
  meanwhile: () => Promise<void>,
): Promise<Figures> {
  const folder = newFolder();
  const [certificate, json] = [join(folder, 'ca.pem'), join(folder, 'figures.json')];
  writeFileSync(certificate, ca);
  const size = ['--customers', String(people), '--drivers', String(people), '--minutes', String(minutes)];
  const child = spawn(process.execPath, [SIMULATE, '--url', url, ...size, '--restarts', '--json', json], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: certificate },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const connected = new Promise<boolean>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => line.includes('is connected') && resolve(true));
  });
  const isRunning = await Promise.race([connected, ended.then(() => false)]);
  if (!isRunning) throw new Error('the simulation ended before everybody was connected');
  await meanwhile();
  await ended;
  const figures: Figures = JSON.parse(readFileSync(json, 'utf8'));
  rmSync(folder, { recursive: true });
  return figures;
}
