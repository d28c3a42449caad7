import { configure, readSettings, type Settings, settings } from '../settings';

/** Lays these environment variables over the settings of a running test app; returns the function that removes them. */
export function withSettings(more: { [Name in keyof Settings]?: string }): () => void {
  const before = settings();
  const read = readSettings({ NODE_ENV: 'test', JWT_SECRET: before.JWT_SECRET, ...more });
  configure({ ...before, ...Object.fromEntries(Object.entries(read).filter(([name]) => name in more)) });
  return () => configure(before);
}
