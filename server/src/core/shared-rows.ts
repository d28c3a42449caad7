/** The cached JSON of each shared row; an empty string until the row is first serialised. */
const texts = new WeakMap<object, string>();

/**
 * Freezes a presented row that is part of many responses; its JSON is serialised once and cached as long as the row
 * exists.
 */
export function shareRow<T extends object>(row: T): T {
  texts.set(row, '');
  return Object.freeze(row);
}

/** Serialises a list to JSON; shared rows are serialised once and then taken from the cache. */
export function listToJson(rows: readonly unknown[]): string {
  return `[${rows.map(textOf).join(',')}]`;
}

function textOf(row: unknown): string {
  const known = typeof row === 'object' && row !== null ? texts.get(row) : undefined;
  if (known) return known;
  const text = JSON.stringify(row) ?? 'null';
  if (known === '' && typeof row === 'object' && row !== null) texts.set(row, text);
  return text;
}
