import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientMessages } from '@boli/shared/realtime/events';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { root } from './root';
import { type Fixtures, startWorld } from './testing/authorization/fixtures';
import { messageRows } from './testing/authorization/messages.rows';
import {
  type Asked,
  type Caller,
  type CallRow,
  type Cell,
  callers,
  cellOf,
  type MessageRow,
  type Person,
} from './testing/authorization/row';
import { callRows, endpointsByName, nameOf, renderPage, shapeOf } from './testing/authorization/table';
import type { TestSocket } from './testing/realtime';

let fixtures: Fixtures;
const sockets = new Map<Caller, TestSocket>();
beforeAll(async () => {
  fixtures = await startWorld();
  for (const [caller, { token }] of Object.entries(fixtures.people)) {
    sockets.set(caller as Person, await fixtures.app.connect(token));
  }
});
afterAll(() => fixtures.app.close());

interface Answered {
  status: number;
  text: string;
}

/**
 * The actual result of each caller. All callers who should be refused act on one object. The first allowed caller acts
 * on that object after them, which proves that the refused calls changed nothing. Every other allowed caller gets a new
 * object.
 */
async function answers<A extends Pick<Asked, 'thing' | 'token'>>(
  expected: Record<string, Cell>,
  prepare: (caller: Caller) => Promise<A>,
  ask: (caller: Caller, asked: A) => Promise<Answered>,
): Promise<Record<string, number | 'own'>> {
  const isRefused = (caller: Caller) => Number(expected[caller]) >= 400;
  const refused = callers.filter(isRefused);
  const others = callers.filter((caller) => !isRefused(caller));
  const first = await prepare(others[0] ?? 'no one');
  const given: Record<string, number | 'own'> = {};
  for (const [at, caller] of [...refused, ...others].entries()) {
    // The `token` that was prepared is for an allowed caller; refused callers use their own tokens.
    const prepared = at <= refused.length ? first : await prepare(caller);
    const asked = isRefused(caller) ? { ...prepared, token: undefined } : prepared;
    const { status, text } = await ask(caller, asked);
    const shows = asked.thing === undefined || text.includes(asked.thing);
    if (status >= 400 && asked.thing && shows) throw new Error(`${caller} is refused and yet shown ${asked.thing}`);
    given[caller] = status < 400 && !shows ? 'own' : status;
  }
  return given;
}

const expectedOf = (row: CallRow | MessageRow): Record<string, Cell> =>
  Object.fromEntries(callers.map((caller) => [caller, cellOf(row, caller)]));
const titled = <R extends { when?: string }>(rows: R[], name: (row: R) => string) =>
  rows.map((row): [string, R] => [row.when ? `${name(row)}, ${row.when}` : name(row), row]);

describe('the authorization table', () => {
  test('has a row for every call and every message', () => {
    const inTable = new Set<string>(callRows.map((row) => row.call));
    expect([...endpointsByName.keys()].filter((name) => !inTable.has(name))).toEqual([]);
    expect([...inTable].filter((name) => !endpointsByName.has(name))).toEqual([]);
    const messages = new Set<string>(messageRows.map((row) => row.message));
    expect([...messages].sort()).toEqual(Object.keys(clientMessages).sort());
  });

  test('equals docs/authorization.md', () => {
    const page = join(root, 'docs', 'authorization.md');
    if (process.env.WRITE_DOCS) writeFileSync(page, renderPage());
    expect(readFileSync(page, 'utf8')).toBe(renderPage());
  });
});

describe('a call answers each role as the table says:', () => {
  test.each(titled(callRows, nameOf))('%s', async (_title, row) => {
    const shape = shapeOf(row);
    const given = await answers(
      expectedOf(row),
      (caller) => row.ask(fixtures, caller),
      (caller, asked) => call(shape.method.toUpperCase(), shape.path, { caller, asked }),
    );
    expect(given).toEqual(expectedOf(row));
  });
});

async function call(method: string, path: string, { caller, asked }: { caller: Caller; asked: Asked }) {
  const real = path.replace(/\{(\w+)\}/g, (_braces, name: string) => asked.params?.[name] ?? 'missing');
  const token = caller === 'no one' ? undefined : (asked.token ?? fixtures.people[caller].token);
  const body = asked.raw?.bytes ?? asked.form ?? (asked.body === undefined ? undefined : JSON.stringify(asked.body));
  const response = await fetch(`${fixtures.app.url}/api${real}?${new URLSearchParams(asked.query)}`, {
    method,
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(asked.body !== undefined && { 'Content-Type': 'application/json' }),
      ...asked.raw?.headers,
    },
    ...(body !== undefined && { body }),
  });
  return { status: response.status, text: await response.text() };
}

describe('a message answers each role as the table says:', () => {
  test.each(titled(messageRows, nameOf))('%s', async (_title, row) => {
    const given = await answers(
      expectedOf(row),
      () => row.ask(fixtures),
      async (caller, { payload = {} }) => {
        const socket = sockets.get(caller);
        if (!socket) return { status: await statusWithoutToken(), text: '' };
        const ack = await socket.ask(row.message, payload);
        return { status: ack.ok ? 200 : (ack.status ?? 0), text: JSON.stringify(ack) };
      },
    );
    expect(given).toEqual(expectedOf(row));
  });
});

/** The status of a connection without a token: 401 when the handshake is refused. */
function statusWithoutToken(): Promise<number> {
  return fixtures.app.connect('').then(
    () => 200,
    (error: Error) => (error.message === 'unauthorized' ? 401 : 0),
  );
}
