import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root';

let known: ReadonlySet<string> | null = null;

/**
 * Whether a password, ignoring case, is among the 10,000 most common ones, or among the 10,000 most common ones of 8 or
 * more characters. The list is bundled (its source and licence are in the same folder) and read at the first call.
 */
export function isCommonPassword(password: string): boolean {
  known ??= new Set(readFileSync(join(root, 'server', 'assets', 'common-passwords.txt'), 'utf8').split('\n'));
  return known.has(password.normalize('NFKC').toLowerCase());
}
