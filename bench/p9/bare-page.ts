import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import express from 'express';
import { Server } from 'socket.io';
import { build } from 'vite';
import { precompress } from '../../scripts/precompress.mjs';
import { staticFiles, variantsIn } from '../../server/src/core/precompressed';
import { newFolder } from '../product';

const SOURCE = fileURLToPath(new URL('../baselines/page', import.meta.url));

/** Builds the baseline's page into this folder, and compresses it as the product is. */
async function buildPage(outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: SOURCE,
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, target: 'es2022' },
  });
  await precompress(outDir);
}

/** Serves the baseline's page as the product serves its own, and these rows from memory. */
export async function startBarePage(rows: readonly RideRequest[]): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = newFolder();
  await buildPage(folder);
  const find = variantsIn(folder);
  const app = express();
  app.disable('x-powered-by');
  app.get('/api/rows', (_request, response) => void response.json(rows));
  app.use(staticFiles(folder, { index: false }));
  app.use((request, response) => response.sendFile(find(request, response, '/index.html').slice(1), { root: folder }));
  const server = createServer(app);
  const hub = new Server(server, { transports: ['websocket'], serveClient: false });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      await hub.close();
      rmSync(folder, { recursive: true });
    },
  };
}
