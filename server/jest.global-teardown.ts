import { rmSync } from 'node:fs';

/** Stops the database and removes the bundled server of the global setup. */
export default async function globalTeardown(): Promise<void> {
  const program = process.env.TEST_SERVER_PROGRAM;
  if (program) for (const file of [program, `${program}.map`]) rmSync(file, { force: true });
  const stop: unknown = Reflect.get(globalThis, 'stopTestStore');
  if (typeof stop === 'function') await stop();
}
