import { removeBundle } from '../scripts/build.mjs';

/** Stops the database and removes the bundled server of the global setup. */
export default async function globalTeardown(): Promise<void> {
  const program = process.env.TEST_SERVER_PROGRAM;
  if (program) removeBundle(program);
  const stop: unknown = Reflect.get(globalThis, 'stopTestStore');
  if (typeof stop === 'function') await stop();
}
