export type Cell = string | number | boolean | null;

/** The first characters that a spreadsheet takes for a formula; the full-width ones come from East Asian keyboards. */
const FORMULA = /^\s*[=+\-@|%\t\r\n＝＋－＠]/;
/** A formula after a separator at which spreadsheets of other locales split a cell, even inside quotes. */
const SPLIT_FORMULA = /([;\t|,]["\s]*)([=+\-@＝＋－＠])/g;

/**
 * One cell of a CSV file. A text that a spreadsheet could run as a formula is escaped with an apostrophe; numbers are
 * written unchanged, because they do not come from users.
 */
export function csvCell(value: Cell): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const marked = FORMULA.test(value) ? `'${value}` : value;
  const safe = marked.replace(SPLIT_FORMULA, "$1'$2");
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A line of a CSV file (RFC 4180). */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/**
 * A whole CSV file, piece by piece: a byte order mark so that spreadsheets read UTF-8, the names of the columns, the
 * rows.
 */
export async function* csvFile<R extends Record<string, Cell>>(
  columns: readonly (keyof R & string)[],
  rows: AsyncIterable<R>,
): AsyncGenerator<string> {
  yield `\uFEFF${csvLine(columns)}`;
  for await (const row of rows) yield csvLine(columns.map((column) => row[column] ?? null));
}
