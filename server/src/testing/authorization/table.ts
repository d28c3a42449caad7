import type { EndpointShape } from '@boli/shared/core/endpoint';
import { endpointsByNoun } from '@boli/shared/endpoints';
import { messageRows } from './messages.rows';
import { moneyRows } from './money.rows';
import { peopleRows } from './people.rows';
import { rideRows } from './rides.rows';
import { type CallRow, type Cell, callers, cellOf, type MessageRow } from './row';

/** All calls with the expected result of each caller. */
export const callRows: CallRow[] = [...peopleRows, ...rideRows, ...moneyRows];

/** Every endpoint by the name that rows use, `noun.name`. */
export const endpointsByName = new Map<string, EndpointShape>(
  Object.entries(endpointsByNoun).flatMap(([noun, calls]) =>
    Object.entries<EndpointShape>(calls).map(([name, shape]): [string, EndpointShape] => [`${noun}.${name}`, shape]),
  ),
);

/** The endpoint of a row. */
export function shapeOf({ call }: CallRow): EndpointShape {
  const shape = endpointsByName.get(call);
  if (!shape) throw new Error(`there is no endpoint ${call}`);
  return shape;
}

/** The name of a row, as in the page and in a test's name. */
export function nameOf(row: CallRow | MessageRow): string {
  if ('message' in row) return row.message;
  const { method, path } = shapeOf(row);
  return `${method.toUpperCase()} ${path}`;
}

function lines(rows: readonly (CallRow | MessageRow)[]): string {
  const line = (cells: readonly unknown[]) => `| ${cells.join(' | ')} |`;
  const shown = (cell: Cell) => (cell === 'own' ? '200 own' : cell);
  const head = ['', 'when', ...callers];
  const body = rows.map((row) =>
    line([`\`${nameOf(row)}\``, row.when ?? '', ...callers.map((caller) => shown(cellOf(row, caller)))]),
  );
  return [line(head), line(head.map(() => '---')), ...body].join('\n');
}

/** Renders the page `docs/authorization.md`. */
export function renderPage(): string {
  return `# Who may do what

Each cell is called by \`server/src/authorization.test.ts\`, and this page is compared with what it calls: a call or a message without a row, a cell that answers otherwise and a page that is out of date turn it red. \`WRITE_DOCS=1\` with that test writes the page anew.

"customer" and "its driver" are the two sides of the thing asked about; the losing driver has quoted on it and was not chosen; the others have nothing to do with it. \`200 own\`: a success that shows the caller's own things and not this one. 401: not signed in. 403: not in this role. 404: for this caller it is not there. A refused call has changed nothing: the first allowed one comes after all refused ones, on the same thing.

## Calls, below \`/api\`

${lines(callRows)}

## Messages by socket

Without a token the link itself is refused. Leaving a room asks for nothing but the role.

${lines(messageRows)}
`;
}
