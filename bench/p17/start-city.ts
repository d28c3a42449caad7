import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Role } from './calls';

const CITY = fileURLToPath(new URL('./city.ts', import.meta.url));

/** A running server of the measured city, with a token of each role. */
export interface City {
  bookings: number;
  url: string;
  tokens: Record<Role, string>;
  pid: number;
  stop(): Promise<void>;
}

/** Starts a server with this many past bookings. Rejects when it ends before it serves. */
export async function startCity(bookings: number): Promise<City> {
  const data = mkdtempSync(join(tmpdir(), 'boli-p17-'));
  const child = spawn(process.execPath, ['--import', 'tsx', CITY], {
    env: { ...process.env, BOOKINGS: String(bookings), DATA_DIR: data },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ready = await new Promise<Pick<City, 'url' | 'tokens'>>((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (part) => {
      text += String(part);
      const found = /^READY (.+)$/m.exec(text);
      if (found?.[1]) resolve(JSON.parse(found[1]));
    });
    child.once('exit', (code) => reject(new Error(`the city ended with code ${code}`)));
  });
  return {
    bookings,
    ...ready,
    pid: child.pid ?? 0,
    async stop() {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await gone;
      rmSync(data, { recursive: true, force: true });
    },
  };
}
