import { configure, readSettings, settings } from '../settings';

/** Lays these environment variables over the settings of a running test app; gives back what takes them away again. */
export function withSettings(more: Record<string, string>): () => void {
  const before = settings();
  configure({ ...before, ...readSettings({ ...more, NODE_ENV: 'test', JWT_SECRET: before.JWT_SECRET ?? '' }) });
  return () => configure(before);
}
