/** Stops what the global setup started. */
export default async function globalTeardown(): Promise<void> {
  const stop: unknown = Reflect.get(globalThis, 'stopTestStore');
  if (typeof stop === 'function') await stop();
}
