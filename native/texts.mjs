import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from '../scripts/build.mjs';

/**
 * The texts of the product: for each language code (`en`) an object that maps message keys to texts.
 * @typedef {Record<string, Record<string, string>>} Texts
 */

/** The language on phones whose own language the product does not have, and the Xcode project's development region. */
export const DEFAULT_LANGUAGE = 'en';

/**
 * Reads the catalogues of the product, which are written in TypeScript.
 * @returns {Promise<Texts>}
 */
export async function readTexts() {
  const folder = mkdtempSync(join(tmpdir(), 'texts-'));
  const file = join(folder, 'languages.mjs');
  try {
    await bundle('shared/src/messages/languages.ts', file);
    /** @type {{ languages: Record<string, { load: () => Promise<Record<string, string>> }> }} */
    const { languages } = await import(pathToFileURL(file).href);
    const read = Object.entries(languages).map(async ([code, { load }]) => /** @type {const} */ ([code, await load()]));
    return Object.fromEntries(await Promise.all(read));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * @param {Texts} texts
 * @param {string} language
 * @param {string} key
 * @throws {Error} if the catalogue has no such text
 */
export function textOf(texts, language, key) {
  const text = texts[language]?.[key];
  if (text === undefined) throw new Error(`There is no text ${key} in the language ${language}`);
  return text;
}
