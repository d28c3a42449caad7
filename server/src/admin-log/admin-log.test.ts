import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AdminLogEntry } from '@boli/shared/admin-log/admin-log.schema';
import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { clock } from '../core/clock';
import { root } from '../root';
import { type Fixtures, startWorld } from '../testing/authorization/fixtures';
import { callRows, nameOf, shapeOf } from '../testing/authorization/table';
import { letPass } from '../testing/monotonic';
import { reconcileAll } from '../wiring/reconcile';
import { AdminLogModel, PendingActionModel } from './admin-log.model';
import { recordAdminAction } from './admin-log.service';

let world: Fixtures;
let admin: Fixtures['people']['admin'];
beforeAll(async () => {
  world = await startWorld();
  admin = world.people.admin;
});
afterEach(() => clock.setOffset(0));
afterAll(() => world.app.close());

const log = async (query: Record<string, string> = {}) => {
  const answer = await world.app.request<AdminLogEntry[]>('GET', `/admin/log?${new URLSearchParams(query)}`, {
    token: admin.token,
  });
  if (answer.status !== 200) throw new Error(`the log answered ${answer.status}`);
  return { entries: answer.body, total: answer.headers.get('x-total-count') };
};
const newest = async (subject: string) => (await log({ subject })).entries[0];
const put = (path: string, body?: unknown, token = admin.token) =>
  world.app.request('PUT', `/admin/${path}`, { token, body });
const bank = (reference: string) => ({
  settlement_status: 'paid',
  payment_method: 'bank_transfer',
  payment_reference: reference,
});

describe('the log of admin actions:', () => {
  test('an entry has the admin, time, address, session and requested values, and the subject before and after', async () => {
    const driver = await world.app.registerDriver();
    const earliest = Date.now();
    await put(`drivers/${driver.id}/verify?status=rejected`, { reason: 'The licence has expired' });
    const entry = await newest(driver.id);
    expect(entry).toEqual({
      id: expect.any(String),
      created_at: expect.any(String),
      action: 'verification.decided',
      admin_id: admin.id,
      admin_name: admin.name,
      address: '127.0.0.1',
      session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      subject_kind: 'driver',
      subject_id: driver.id,
      subject_name: driver.name,
      outcome: 'done',
      reason: null,
      asked: { status: 'rejected', reason: 'The licence has expired' },
      before: { verification_status: 'pending', rejection_reason: null },
      after: { verification_status: 'rejected', rejection_reason: 'The licence has expired' },
    });
    expect(Date.parse(entry?.created_at ?? '')).toBeGreaterThanOrEqual(earliest);
    expect(await PendingActionModel.countDocuments({})).toBe(0);
  });

  // A new admin call appears in the table of calls; if it writes no log entry, this test fails.
  const changes = callRows.filter((row) => {
    const { method, access } = shapeOf(row);
    return method !== 'get' && Array.isArray(access) && access.includes('admin');
  });
  test.each(changes.map((row) => [nameOf(row), row] as const))('%s writes one entry', async (_name, row) => {
    const shape = shapeOf(row);
    const asked = await row.ask(world, 'admin');
    const path = shape.path.replace(/\{(\w+)\}/g, (_braces, name: string) => asked.params?.[name] ?? '');
    const before = await AdminLogModel.countDocuments({});
    const answer = await world.app.request(shape.method.toUpperCase(), `${path}?${new URLSearchParams(asked.query)}`, {
      token: admin.token,
      body: asked.body ?? {},
    });
    expect(answer.status).toBeLessThan(300);
    expect(await AdminLogModel.countDocuments({})).toBe(before + 1);
    expect((await log({ limit: '1' })).entries[0]).toMatchObject({ admin_id: admin.id });
  });

  test('changes are distinguished from repeats that change nothing and from requests that the rules refuse', async () => {
    const booking: Booking = await world.completed();
    await put(`settlements/${booking.id}`, bank('BANK-1'));
    await put(`settlements/${booking.id}`, bank('BANK-2'));
    await put('settlements/00000000-0000-4000-8000-000000000000', bank('BANK-3'));
    await put(`refunds/${booking.id}`, { reference: 'NEFT-1' });
    const { entries } = await log({ limit: '4' });
    expect(
      entries.map(({ action, outcome, reason, after }) => [action, outcome, reason, after?.payment_reference]),
    ).toEqual([
      ['refund.recorded', 'refused', 'payments.no_refund_due', undefined],
      ['settlement.paid', 'refused', 'common.not_found', undefined],
      ['settlement.paid', 'unchanged', null, undefined],
      ['settlement.paid', 'done', null, 'BANK-1'],
    ]);
  });

  test('each of six concurrent Mark Paid calls has an entry, and only the entry of the stored change is `done`', async () => {
    const booking: Booking = await world.completed();
    const references = Array.from({ length: 6 }, (_, n) => `BANK-${n}`);
    const answers = await Promise.all(references.map((reference) => put(`settlements/${booking.id}`, bank(reference))));
    expect(answers.map(({ status }) => status)).toEqual(references.map(() => 200));
    const { entries } = await log({ subject: booking.id });
    const done = entries.filter(({ outcome }) => outcome === 'done');
    expect([entries.length, done.length]).toEqual([6, 1]);
    expect(done[0]?.after?.payment_reference).toBe(answers[0]?.body.payment_reference);
    expect(done[0]?.asked.payment_reference).toBe(answers[0]?.body.payment_reference);
  });

  test('each entry of a promo code begins with the state in which the previous entry ends, also for ten concurrent changes', async () => {
    const code = 'CHAIN1';
    const body = { code, discount_type: 'fixed', discount_value: 10, total_limit: 10 };
    await world.app.request('POST', '/admin/promos', { token: admin.token, body });
    await Promise.all(Array.from({ length: 10 }, (_, n) => put(`promos/${code}`, { total_limit: 11 + n })));
    const { entries } = await log({ subject: code });
    const done = entries.filter(({ outcome, before }) => outcome === 'done' && before !== null);
    const limits = done.map(({ before, after }) => [Number(before?.total_limit), Number(after?.total_limit)] as const);
    const chain = limits.sort(([a], [b]) => a - b);
    expect(chain[0]?.[0]).toBe(10);
    for (const [place, [from]] of chain.slice(1).entries()) expect(from).toBe(chain[place]?.[1]);
    expect(entries.at(-1)).toMatchObject({ action: 'promo.created', before: null, after: { total_limit: 10 } });
  });

  test('a search text with a null character is accepted, and finds nothing', async () => {
    expect((await log({ subject: 'no\0body' })).entries).toEqual([]);
  });

  test('an action is not carried out when it cannot be stored as pending first', async () => {
    const driver = await world.app.registerDriver();
    const done: string[] = [];
    const call = { actor: { id: 'not an id', role: 'admin' as const, name: 'A' }, request: null };
    const action = { action: 'account.changed' as const, subject: { kind: 'account' as const, id: '' } };
    await expect(recordAdminAction(call, action, async () => done.push('acted'))).rejects.toThrow();
    expect([done, (await log({ subject: driver.id })).entries]).toEqual([[], []]);
  });

  test('an action that fails for an unknown reason has no entry at first, and stays pending for the repair', async () => {
    const call = { actor: null, request: null };
    const subject = { kind: 'account' as const, id: 'the-one' };
    const failing = recordAdminAction(call, { action: 'account.changed', subject }, async () => {
      throw new Error('the database went away');
    });
    await expect(failing).rejects.toThrow('went away');
    expect((await log({ subject: 'the-one' })).entries).toEqual([]);
    expect(await PendingActionModel.countDocuments({ subject_id: 'the-one' })).toBe(1);
  });

  test('an action without an outcome gets an entry with the outcome `interrupted` after a minute, even if the server clock was set back', async () => {
    const subject = { kind: 'account' as const, id: 'the-other' };
    const failing = recordAdminAction(
      { actor: null, request: null },
      { action: 'account.changed', subject },
      async () => {
        throw new Error('the database went away');
      },
    );
    await expect(failing).rejects.toThrow('went away');
    clock.setOffset(-17 * 60_000);
    await reconcileAll();
    expect((await log({ subject: subject.id })).entries).toEqual([]);
    letPass(60_000);
    await reconcileAll();
    expect((await log({ subject: subject.id })).entries).toMatchObject([{ outcome: 'interrupted' }]);
  });
});

describe('the list of log entries', () => {
  const times = ['2030-01-01T00:00:00.000Z', '2030-01-02T00:00:00.000Z', '2030-01-03T00:00:00.000Z'];
  const drivers: string[] = [];
  beforeAll(async () => {
    for (const time of times) {
      const driver = await world.app.registerDriver();
      drivers.push(driver.id);
      // The clock is moved for this entry only, because a token signed today is not accepted years later.
      clock.setOffset(Date.parse(time) - Date.now());
      const call = {
        actor: { id: admin.id, role: 'admin' as const, name: admin.name },
        request: { ip: '203.0.113.7' },
      };
      const wanted = { action: 'verification.decided' as const, subject: { kind: 'driver' as const, id: driver.id } };
      await recordAdminAction(call, wanted, async (changed) => changed(null, { n: drivers.length }));
      clock.setOffset(0);
    }
  });
  const subjects = async (query: Record<string, string>) =>
    (await log({ from: '2030-01-01T00:00:00Z', ...query })).entries.map(({ subject_id }) =>
      drivers.indexOf(subject_id),
    );

  test('can be filtered by action, admin, subject and time, and is paged', async () => {
    expect(await subjects({})).toEqual([2, 1, 0]);
    expect(await subjects({ action: 'promo.created' })).toEqual([]);
    expect(await subjects({ admin: admin.id, action: 'verification.decided' })).toEqual([2, 1, 0]);
    expect(await subjects({ admin: world.people.customer.id })).toEqual([]);
    expect(await subjects({ subject: drivers[1] ?? '' })).toEqual([1]);
    expect(await subjects({ from: '2030-01-01T12:00:00Z', to: '2030-01-02T12:00:00Z' })).toEqual([1]);
    expect(await subjects({ to: times[2] ?? '' })).toEqual([1, 0]);
    const first = await log({ from: '2030-01-01T00:00:00Z', limit: '2' });
    expect([first.entries.length, first.total]).toEqual([2, '3']);
    const before = first.entries.at(-1)?.created_at ?? '';
    expect(await subjects({ before, limit: '2' })).toEqual([0]);
  });

  test('finds a subject by the first characters of its id, and by the names of the people involved', async () => {
    const driver = await world.app.registerDriver();
    await put(`drivers/${driver.id}/verify?status=verified`);
    expect((await log({ subject: driver.id.slice(0, 8).toUpperCase() })).entries[0]?.subject_id).toBe(driver.id);
    expect((await log({ subject: driver.id.slice(1, 9) })).entries).toEqual([]);
    const booking: Booking = await world.completed();
    await put(`settlements/${booking.id}`, bank('BANK-9'));
    const named = await log({ subject: booking.driver_name.slice(1).toUpperCase(), action: 'settlement.paid' });
    expect(named.entries.map(({ subject_id }) => subject_id)).toContain(booking.id);
    expect((await log({ subject: '.*' })).entries).toEqual([]);
  });

  test.each<Record<string, string>>([
    { action: 'everything' },
    { admin: 'x' },
    { from: 'yesterday' },
    { limit: '201' },
  ])('refuses the query %j', async (query) => {
    const answer = await world.app.request('GET', `/admin/log?${new URLSearchParams(query)}`, { token: admin.token });
    expect(answer.status).toBe(400);
  });

  test('has a CSV export with the same filters, which contains no formula that a spreadsheet would run', async () => {
    const call = {
      actor: { id: admin.id, role: 'admin' as const, name: '=HYPERLINK("http://evil.example")' },
      request: { ip: '@SUM(1)' },
    };
    const wanted = {
      action: 'account.changed' as const,
      subject: { kind: 'account' as const, id: 'csv' },
      asked: { note: '=1+1', at: new Date(0), absent: undefined, nested: { a: 1 } },
    };
    await recordAdminAction(call, wanted, async (changed) => changed({ note: 'a, "b"' }, { note: '+1' }));
    const response = await fetch(`${world.app.url}/api/admin/log/csv?subject=csv`, {
      headers: { Authorization: `Bearer ${admin.token}` },
    });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="boli-admin-log-\d{4}-\d\d-\d\d\.csv"$/,
    );
    const [head, line, ...rest] = (await response.text()).trim().split('\r\n');
    expect(head).toContain('created_at,action,outcome,reason,admin_id,admin_name,address');
    expect(line).toContain('"\'=HYPERLINK(""http://evil.example"")"');
    expect(line).toContain("'@SUM(1)");
    expect(line).toContain('{""note"":""=1+1"",""at"":""1970-01-01T00:00:00.000Z"",""nested"":""{\\""a\\"":1}""}');
    expect(rest).toEqual([]);
  });
});

test('the repository of the admin log calls no method of its model that changes or deletes entries', () => {
  const source = readFileSync(join(root, 'server/src/admin-log/admin-log.repository.ts'), 'utf8');
  const uses = [...source.matchAll(/AdminLogModel\.(\w+)/g)].map(([, method]) => method);
  expect(uses).toEqual(['find']);
});
