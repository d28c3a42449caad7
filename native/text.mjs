import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Changes a file of a generated project.
 * @param {string} file
 * @param {readonly (readonly [find: string | RegExp, replacement: string])[]} changes
 * @throws {Error} if a text is not found, as in a project that another version of Capacitor has created
 */
export function change(file, changes) {
  let text = readFileSync(file, 'utf8');
  for (const [find, replacement] of changes) {
    const changed =
      typeof find === 'string' ? text.replaceAll(find, () => replacement) : text.replace(find, () => replacement);
    if (changed === text) throw new Error(`${file} does not contain ${find}`);
    text = changed;
  }
  writeFileSync(file, text);
}

/**
 * @param {string} text
 * @returns {string} the text, escaped as content or attribute of XML
 */
export function xml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
