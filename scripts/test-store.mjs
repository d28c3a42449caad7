import { fileURLToPath } from 'node:url';
import { MongoMemoryServer } from 'mongodb-memory-server';

const shim = fileURLToPath(new URL('../embedded-mongo/bin/mongod.mjs', import.meta.url));

/**
 * Makes mongodb-memory-server start a database for tests: a real mongod if MONGOMS_SYSTEM_BINARY names one, else the
 * embedded store, which takes the place of the mongod. Prints which of the two runs.
 * @returns {Promise<{ uri: string, stop: () => Promise<void> }>}
 */
export async function startTestStore() {
  const binary = process.env.MONGOMS_SYSTEM_BINARY ?? shim;
  const server = await MongoMemoryServer.create({
    binary: { systemBinary: binary, checkMD5: false, ...(binary === shim && { version: '7.0.14' }) },
    instance: { storageEngine: 'wiredTiger', launchTimeout: 60_000 },
  });
  process.stdout.write(`tests run on ${binary === shim ? 'the embedded store' : `the mongod at ${binary}`}\n`);
  return { uri: server.getUri(), stop: async () => void (await server.stop()) };
}
