import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root';

let known: ReadonlySet<string> | null = null;

/**
 * Whether a password, in whatever case, is among the 10,000 commonest, or among the 10,000 commonest of 8 or more
 * characters. The list is bundled (its source and licence lie beside it) and read when it is first asked for.
 */
export function isCommonPassword(password: string): boolean {
  known ??= new Set(readFileSync(join(root, 'server', 'assets', 'common-passwords.txt'), 'utf8').split('\n'));
  return known.has(password.normalize('NFKC').toLowerCase());
}
