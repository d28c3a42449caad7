import { removeBundle } from '../scripts/build.mjs';
import { testedProgram } from './jest.program';

/** Stops the database and removes the bundled server of the global setup. */
export default async function globalTeardown(): Promise<void> {
  removeBundle(testedProgram);
  const stop: unknown = Reflect.get(globalThis, 'stopTestStore');
  if (typeof stop === 'function') await stop();
}
