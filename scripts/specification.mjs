import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The path of docs/specification.md. */
export const page = join(dirname(fileURLToPath(import.meta.url)), '..', 'docs', 'specification.md');

/**
 * One row of docs/specification.md, by its four columns. `says` is the requirement or, in the table of texts, the text
 * itself; `where` is the code, `proofs` are the tests.
 * @typedef {{ id: string, says: string, where: string, proofs: { file: string, name: string }[] }} Row
 */

/**
 * The cells of one line of a table; a bar inside a cell is written `\|`.
 * @param {string} line
 */
const cellsOf = (line) =>
  line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));

/**
 * The rows of the tables in a text like docs/specification.md.
 * @param {string} text
 * @returns {Row[]}
 */
export function rowsOf(text) {
  const lines = text.split('\n').filter((line) => line.startsWith('| ') && !/^\| (Id|-+) /.test(line));
  return lines.map((line) => {
    const [id = '', says = '', where = '', proven = ''] = cellsOf(line);
    const proofs = proven.split('<br>').map((proof) => {
      const [, file = '', name = ''] = /^`([^`]+)` › (.+)$/.exec(proof.trim()) ?? [];
      return { file, name };
    });
    return { id, says, where, proofs };
  });
}

/** The rows of the current docs/specification.md. */
export const specification = () => rowsOf(readFileSync(page, 'utf8'));
