import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { specification } from '../specification.mjs';

const folder = new URL('../../shared/src/messages/en/', import.meta.url);
const catalogues = readdirSync(fileURLToPath(folder)).map((name) => ({
  file: `messages/en/${name}`,
  source: readFileSync(new URL(name, folder), 'utf8'),
}));

/** The rows of texts: each text has one letter changed in the catalogue, under the key that the row names. */
export const texts = specification()
  .filter(({ id }) => /^T\d/.test(id))
  .map(({ id, where }) => {
    const { file, entry, text } = find(where.replaceAll('`', ''));
    return { row: id, workspace: 'shared', file, find: entry, replace: entry.replace(text, () => misspelt(text)) };
  });

/** Where the text of a key stands in the catalogue; empty, and so not found, where it does not. */
function find(key) {
  const pattern = new RegExp(`'${key.replaceAll('.', '\\.')}':\\s*(?:'((?:[^'\\\\]|\\\\.)*)'|"([^"]*)")`);
  for (const { file, source } of catalogues) {
    const [entry, single, double] = pattern.exec(source) ?? [];
    if (entry) return { file, entry, text: single ?? double };
  }
  return { file: '', entry: '', text: '' };
}

/** The text with the middle one of its letters replaced; places that are filled stay. */
function misspelt(text) {
  const places = [...text.matchAll(/\{[^}]*\}|\\.|([a-zA-Z])/g)]
    .filter(([, letter]) => letter)
    .map(({ index }) => index);
  const at = places[Math.floor(places.length / 2)];
  return `${text.slice(0, at)}${text[at] === 'x' ? 'y' : 'x'}${text.slice(at + 1)}`;
}
