import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';

const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g;

/** The sources of a Content-Security-Policy that allow exactly the inline scripts of a page. */
function hashesOf(html: string): string[] {
  return [...html.matchAll(INLINE_SCRIPT)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
}

/**
 * Returns a function that reads a file and returns the sources for its inline scripts; an empty list while the file does
 * not exist.
 */
export function inlineScriptsOf(file: string): () => string[] {
  let read: { changed: number; hashes: string[] } | null = null;
  return () => {
    const changed = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    if (changed === undefined) return [];
    if (read?.changed !== changed) read = { changed, hashes: hashesOf(readFileSync(file, 'utf8')) };
    return read.hashes;
  };
}
