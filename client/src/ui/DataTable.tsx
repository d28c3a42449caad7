import type { ReactNode } from 'react';
import classes from './DataTable.module.css';

export interface Column<R> {
  id: string;
  label: string;
  /** Right-aligned, for amounts and buttons. */
  end?: boolean;
  /** The heading is for screen readers only (a column of buttons). */
  quiet?: boolean;
  cell: (row: R) => ReactNode;
}

interface DataTableProps<R> {
  /** The table's caption for screen readers. */
  caption: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  keyOf: (row: R) => string;
}

/**
 * Rows under headings; on phones each row is a card that repeats the headings. Mantine's Table is not used: its rows
 * cannot become cards on phones.
 */
export function DataTable<R>({ caption, columns, rows, keyOf }: DataTableProps<R>) {
  return (
    <table className={classes.table}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ id, label, end, quiet }) => (
            <th key={id} scope="col" className={end ? classes.end : undefined}>
              {quiet ? <span className="visually-hidden">{label}</span> : label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ id, label, end, quiet, cell }) => (
              <td key={id} data-label={quiet ? undefined : label} className={end ? classes.end : undefined}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
