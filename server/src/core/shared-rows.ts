/** JSON texts of shared rows; empty until one is asked for. */
const texts = new WeakMap<object, string>();

/** Freezes a presented row that stands in many answers: its JSON text is made once, for as long as the row lives. */
export function shareRow<T extends object>(row: T): T {
  texts.set(row, '');
  return Object.freeze(row);
}

/** The JSON text of a list, in which shared rows are not written again. */
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
