export type Cell = string | number | boolean | null;

/** What a spreadsheet would take for the beginning of a formula; the wide forms are those of East Asian keyboards. */
const FORMULA = /^\s*[=+\-@|%\t\r\n＝＋－＠]/;
/** The same after what a spreadsheet of another country would split a cell at, whatever quotes are around it. */
const SPLIT_FORMULA = /([;\t|,]["\s]*)([=+\-@＝＋－＠])/g;

/**
 * One cell of a CSV file. A text that a spreadsheet could run is marked as text by an apostrophe; numbers are written as
 * they are, because they are ours.
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

/** A whole CSV file, piece by piece: a mark so that spreadsheets read UTF-8, the names of the columns, the rows. */
export async function* csvFile<R extends Record<string, Cell>>(
  columns: readonly (keyof R & string)[],
  rows: AsyncIterable<R>,
): AsyncGenerator<string> {
  yield `\uFEFF${csvLine(columns)}`;
  for await (const row of rows) yield csvLine(columns.map((column) => row[column] ?? null));
}
