import { configure, readSettings, type Settings, settings } from '../settings';

/** Overrides settings of a running test app by these environment variables; returns the function that restores them. */
export function withSettings(more: { [Name in keyof Settings]?: string }): () => void {
  const before = settings();
  const read = readSettings({ NODE_ENV: 'test', JWT_SECRET: before.JWT_SECRET, ...more });
  configure({ ...before, ...Object.fromEntries(Object.entries(read).filter(([name]) => name in more)) });
  return () => configure(before);
}
