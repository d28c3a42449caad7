import { join } from 'node:path';
import { bundle, bundlePdfWorker } from '../scripts/build.mjs';
import { startTestStore } from '../scripts/test-store.mjs';

/** Starts the database and bundles the programs that all test files share. */
export default async function globalSetup({ rootDir }: { rootDir: string }): Promise<void> {
  await Promise.all([openStore(), bundleServer(rootDir), bundlePdfWorker()]);
}

async function openStore(): Promise<void> {
  if (process.env.TEST_MONGODB_URI) {
    process.stdout.write('tests run on the database that TEST_MONGODB_URI names\n');
    return;
  }
  const store = await startTestStore();
  process.env.TEST_MONGODB_URI = store.uri;
  Object.assign(globalThis, { stopTestStore: store.stop });
}

/** Tests start the server about eighty times. A start from the bundle takes half as long as from the sources. */
async function bundleServer(root: string): Promise<void> {
  const program = join(root, 'server', 'dist', `tested-${process.pid}.js`);
  await bundle('server/src/index.ts', program);
  process.env.TEST_SERVER_PROGRAM = program;
}
