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

\`server/src/authorization.test.ts\` makes the call of each cell. It fails for a call or a socket message without a row, for a cell with another result, and for a page that is out of date. \`WRITE_DOCS=1\` with that test writes this page.

"customer" and "its driver" are the two parties of the object that the call is about; the losing driver has quoted on it and was not chosen; the others have no relation to it. \`200 own\`: a success that contains the caller's own data, but not this object. 401: not signed in. 403: not allowed for this role. 404: for this caller the object does not exist. A refused call changes nothing. The test shows this by its order: on one object it makes all refused calls before the first allowed call, and the allowed call succeeds.

## Calls, below \`/api\`

${lines(callRows)}

## Messages by socket

Without a token the connection itself is refused. Leaving a room (\`…:unwatch\`) requires only the role.

${lines(messageRows)}
`;
}
