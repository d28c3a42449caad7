/**
 * The server of the storm benchmark, a separate program with the database as its child process. Stores accounts for
 * `CLIENTS` clients, and writes to `clients.json` in the data folder what each client has to send. Then prints
 * `READY` with its port, and serves until it is stopped.
 */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startTestStore } from '../../scripts/test-store.mjs';
import { createApp } from '../../server/src/app';
import { MAX_BACKLOG } from '../../server/src/core/http-server';
import { configure, readSettings } from '../../server/src/settings';
import { openTestDatabase } from '../../server/src/testing/store';
import { startRealtime } from '../../server/src/wiring/realtime';
import { startScheduler } from '../../server/src/wiring/scheduler';
import { storePeople } from './people';

const folder = process.env.DATA_DIR ?? '';
configure(
  readSettings({
    DATA_DIR: folder,
    JWT_SECRET: 'a secret that only this measurement uses',
    GEOCODER_URL: 'off',
    TILE_URL: 'off',
    LOG_LEVEL: 'error',
    // A hundred clients share an address.
    RATE_ANONYMOUS: '1000000',
    RATE_CALLS: '1000000',
  }),
);
const store = await startTestStore();
process.env.TEST_MONGODB_URI = store.uri;
await openTestDatabase();
writeFileSync(join(folder, 'clients.json'), JSON.stringify(await storePeople(Number(process.env.CLIENTS ?? 10_000))));

const server = createServer(createApp());
startRealtime(server);
await new Promise<void>((done) => server.listen(0, '127.0.0.1', MAX_BACKLOG, done));
startScheduler();
process.stdout.write(`READY ${(server.address() as AddressInfo).port}\n`);
process.on('SIGTERM', () => void store.stop().then(() => process.exit(0)));
