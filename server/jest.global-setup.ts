import { startTestStore } from '../scripts/test-store.mjs';

/** Starts the database that all test files share; says in one line which one it is. */
export default async function globalSetup(): Promise<void> {
  if (process.env.TEST_MONGODB_URI) {
    process.stdout.write('tests run on the database that TEST_MONGODB_URI names\n');
    return;
  }
  const store = await startTestStore();
  process.env.TEST_MONGODB_URI = store.uri;
  Object.assign(globalThis, { stopTestStore: store.stop });
}
