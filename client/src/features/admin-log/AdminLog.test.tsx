import type { AdminLogEntry } from '@boli/shared/admin-log/admin-log.schema';
import { afterEach, expect, test } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { chooseLanguage } from '../../core/language';
import { renderPart } from '../../testing/render';
import { fakeServer } from '../../testing/server';
import { AdminLog } from './AdminLog';

afterEach(() => cleanup());

const entry = (more: Partial<AdminLogEntry>): AdminLogEntry => ({
  id: 'e1',
  created_at: '2026-01-05T10:00:00.000Z',
  action: 'settlement.paid',
  admin_id: 'a1',
  admin_name: 'Meera',
  address: '203.0.113.7',
  session_id: null,
  subject_kind: 'settlement',
  subject_id: '0b7f5a10-0000-4000-8000-000000000001',
  subject_name: null,
  outcome: 'done',
  reason: null,
  asked: {},
  before: null,
  after: null,
  ...more,
});
const open = (rows: AdminLogEntry[], total = rows.length) => {
  const server = fakeServer({
    'GET /admin/log': () => ({ body: rows, headers: { 'X-Total-Count': String(total) } }),
  });
  renderPart(<AdminLog />);
  return server;
};
const rowOf = async (text: string) => (await screen.findByText(text)).closest('tr');

test('an entry shows the admin, the IP address, the action, the outcome, and only the changed values', async () => {
  const before = { settlement_status: 'pending', payment_reference: null, driver_name: 'Ravi' };
  open([
    entry({
      subject_name: 'Ravi Kumar',
      before,
      after: { ...before, settlement_status: 'paid', payment_reference: 'BANK-1' },
    }),
    entry({ id: 'e2', action: 'document.viewed', subject_kind: 'driver', asked: { document: 'rc_document' } }),
    entry({ id: 'e3', action: 'promo.created', subject_kind: 'promo', subject_id: 'FIRST50', after: { active: true } }),
    entry({ id: 'e4', action: 'account.changed', admin_id: null, admin_name: null, address: null, outcome: 'refused' }),
    entry({ id: 'e5', action: 'account.suspended', before: { token_version: 0 }, after: { token_version: 1 } }),
  ]);
  const paid = (await rowOf('Settlement: not paid → paid'))?.textContent ?? '';
  for (const text of [
    'Meera',
    '203.0.113.7',
    'Settlement paid',
    'Done',
    'Ravi Kumar',
    'Payment reference: none → BANK-1',
  ]) {
    expect(paid).toContain(text);
  }
  expect(paid).not.toContain('Driver: ');
  expect((await rowOf('Document: registration certificate'))?.textContent).toContain('Document viewed');
  expect((await rowOf('Signed out on every device'))?.textContent).not.toContain('token');
  expect((await rowOf('FIRST50'))?.textContent).toContain('Active: yes');
  expect((await rowOf('Operator (command line)'))?.textContent).toContain('Refused');
});

test('the log is filtered by action, name or code, and days; typed text applies once typing pauses', async () => {
  const { requests } = open([]);
  expect(await screen.findByText('No entries')).toBeTruthy();
  const last = () => new URLSearchParams(requests.at(-1)?.query);
  fireEvent.change(screen.getByLabelText('Action'), { target: { value: 'payout.paid' } });
  await waitFor(() => expect(last().get('action')).toBe('payout.paid'));
  const subject = screen.getByLabelText('Name or code');
  const before = requests.length;
  for (const value of ['F', 'FI', 'FIRST50 ']) fireEvent.change(subject, { target: { value } });
  await waitFor(() => expect(last().get('subject')).toBe('FIRST50'));
  expect(requests).toHaveLength(before + 1);
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-01-05' } });
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-01-05' } });
  await waitFor(() => expect(last().get('to')).not.toBeNull());
  const length = Date.parse(last().get('to') ?? '') - Date.parse(last().get('from') ?? '');
  expect(length).toBe(24 * 3_600_000);
  expect(last().get('action')).toBe('payout.paid');
  expect(screen.queryByText('From is after To')).toBeNull();
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-01-04' } });
  expect((await screen.findAllByText('From is after To')).length).toBeGreaterThan(0);
});

test('the log loads a further page after the last entry, and offers Try again if the list cannot be read', async () => {
  const { requests } = open([entry({})], 2);
  fireEvent.click(await screen.findByRole('button', { name: /1 of 2/ }));
  await waitFor(() => expect(requests.at(-1)?.query).toContain(`before=${encodeURIComponent(entry({}).created_at)}`));
  cleanup();
  fakeServer({ 'GET /admin/log': () => ({ status: 503, body: { detail: 'away' } }) });
  renderPart(<AdminLog />);
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
});

test('a failed export shows an error', async () => {
  open([]);
  const section = within(await screen.findByRole('region', { name: 'What admins did' }));
  fireEvent.click(section.getByRole('button', { name: 'Download CSV' }));
  expect(await screen.findByText('Not found')).toBeTruthy();
});

test('if no entry matches the filter, the log says so and Show all lists all entries again', async () => {
  fakeServer({ 'GET /admin/log': (_body, query) => ({ body: query.includes('action=') ? [] : [entry({})] }) });
  renderPart(<AdminLog />);
  await screen.findByText('Meera');
  fireEvent.change(screen.getByLabelText('Action'), { target: { value: 'document.viewed' } });
  expect(await screen.findByText('No entry fits this filter')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Show all' }));
  expect(await screen.findByText('Meera')).toBeTruthy();
});

test('values with a fixed set of words are shown in the language of the admin', async () => {
  await chooseLanguage('hi');
  const of = (status: string) => ({ verification_status: status });
  open([entry({ action: 'verification.decided', before: of('pending'), after: of('verified') })]);
  expect(await screen.findByText('वेरिफ़िकेशन: जाँच बाकी → वेरिफ़ाइड')).toBeTruthy();
  await chooseLanguage('en');
});
