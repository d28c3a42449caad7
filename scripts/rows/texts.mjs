import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { specification } from '../specification.mjs';

const folder = new URL('../../shared/src/messages/en/', import.meta.url);
const catalogues = readdirSync(fileURLToPath(folder)).map((name) => ({
  file: `messages/en/${name}`,
  source: readFileSync(new URL(name, folder), 'utf8'),
}));

/**
 * The mutants for the rows of texts in docs/specification.md: each changes one letter of a text in the catalogue, under the
 * key that the row names.
 */
export const texts = specification()
  .filter(({ id }) => /^T\d/.test(id))
  .map(({ id, where }) => {
    const key = where.replaceAll('`', '');
    const { file, entry, text } = find(key);
    const wrong = misspelt(text);
    return {
      ...{ row: id, workspace: 'shared', file, find: entry, replace: replaceLast(entry, text, wrong) },
      text: { key, original: said(text), value: said(wrong) },
    };
  });

/** Replaces a text where it occurs last in its entry: the key, which comes first, may contain the text too. */
function replaceLast(entry, text, wrong) {
  const at = entry.lastIndexOf(text);
  return entry.slice(0, at) + wrong + entry.slice(at + text.length);
}

/** The string value of a source literal. */
function said(text) {
  return text.replace(/\\(.)/g, '$1');
}

/** The file of a key's catalogue, the code of the key's entry, and its text; all are empty if no catalogue has the key. */
function find(key) {
  const pattern = new RegExp(`'${key.replaceAll('.', '\\.')}':\\s*(?:'((?:[^'\\\\]|\\\\.)*)'|"([^"]*)")`);
  for (const { file, source } of catalogues) {
    const [entry, single, double] = pattern.exec(source) ?? [];
    if (entry) return { file, entry, text: single ?? double };
  }
  return { file: '', entry: '', text: '' };
}

/** The text with its middle letter replaced; placeholders are unchanged. */
function misspelt(text) {
  const places = [...text.matchAll(/\{[^}]*\}|\\.|([a-zA-Z])/g)]
    .filter(([, letter]) => letter)
    .map(({ index }) => index);
  const at = places[Math.floor(places.length / 2)];
  return `${text.slice(0, at)}${text[at] === 'x' ? 'y' : 'x'}${text.slice(at + 1)}`;
}
