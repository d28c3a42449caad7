import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { signIn, signOut } from '../../core/session';
import { renderPart } from '../../testing/render';
import { type Answer, fakeServer } from '../../testing/server';
import { Users } from './Users';

const created_at = '2026-11-20T08:00:00.000Z';
const asha = {
  id: 'u1',
  name: 'Asha',
  email: 'asha@example.in',
  role: 'customer',
  phone: '112',
  created_at,
  suspension: null,
};
const me = { ...asha, id: 'a1', name: 'Meera', email: 'meera@example.in', role: 'admin', phone: null };
const suspension = { reason: 'Fraud', suspended_at: created_at, suspended_by: { id: 'a1', name: 'Meera' } };
let answers: Record<string, (body: unknown, query: string) => Answer>;

beforeEach(() => {
  const user = { id: 'a1', name: 'Meera', email: 'meera@example.in', role: 'admin' as const, phone: null };
  signIn({ access_token: 't', token_type: 'bearer', user });
  answers = {
    'GET /admin/users': (_body, query) => ({ body: query.includes('q=asha') ? [asha] : [me, asha] }),
    'PUT /admin/users/u1/suspension': () => ({ body: { ...asha, suspension } }),
  };
});
afterEach(() => {
  cleanup();
  signOut();
  sessionStorage.clear();
});

const open = () => {
  const server = fakeServer(answers);
  renderPart(<Users />);
  return server;
};
const rowOf = async (name: string) => {
  const row = (await screen.findByText(name)).closest('tr');
  if (!row) throw new Error(`${name} has no row`);
  return within(row);
};

test("accounts are listed and can be searched; the admin's own account has no Suspend button", async () => {
  const { requests } = open();
  expect((await rowOf('Meera')).queryByRole('button')).toBeNull();
  fireEvent.change(screen.getByLabelText('Name, email or phone number'), { target: { value: ' asha ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Find' }));
  await waitFor(() => expect(screen.queryByText('Meera')).toBeNull());
  expect((await rowOf('Asha')).getByText('112')).toBeTruthy();
  expect(requests.at(-1)?.query).toContain('q=asha');
});

test('a suspension without a reason is refused; with one, the row shows the reason and who suspended the account', async () => {
  const { requests } = open();
  fireEvent.click(await screen.findByRole('button', { name: 'Suspend Asha' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Suspend Asha' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Suspend' }));
  expect(await dialog.findByText('A suspension needs a reason, which the person is told')).toBeTruthy();
  fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: 'Fraud' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Suspend' }));
  expect(await screen.findByText('Asha is suspended')).toBeTruthy();
  expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({ suspended: true, reason: 'Fraud' });
  const row = await rowOf('Asha');
  for (const text of ['Suspended', 'Fraud']) expect(row.getByText(text)).toBeTruthy();
  expect(row.getByText(/^by Meera on/)).toBeTruthy();
});

test('the suspension button stays mounted and keeps the focus when its label changes', async () => {
  open();
  const button = await screen.findByRole('button', { name: 'Suspend Asha' });
  button.focus();
  fireEvent.click(button);
  const dialog = within(await screen.findByRole('dialog', { name: 'Suspend Asha' }));
  fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: 'Fraud' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Suspend' }));
  expect(await screen.findByRole('button', { name: 'End suspension of Asha' })).toBe(button);
  expect(button.textContent).toBe('End suspension');
  await waitFor(() => expect(document.activeElement).toBe(button));
});

test('a suspension can be ended', async () => {
  answers['GET /admin/users'] = () => ({ body: [{ ...asha, suspension }] });
  answers['PUT /admin/users/u1/suspension'] = () => ({ body: asha });
  const { requests } = open();
  fireEvent.click(await screen.findByRole('button', { name: 'End suspension of Asha' }));
  expect(await screen.findByText('Asha can sign in again')).toBeTruthy();
  expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({ suspended: false });
  expect((await rowOf('Asha')).getByText('Active')).toBeTruthy();
});

test('a suspension that the server refuses shows the error and keeps the typed reason', async () => {
  answers['PUT /admin/users/u1/suspension'] = () => ({
    status: 409,
    body: { detail: 'The last admin cannot be suspended', code: 'admin.suspend_last' },
  });
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Suspend Asha' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Suspend Asha' }));
  fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: 'Fraud' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Suspend' }));
  expect(await screen.findByText('The last admin cannot be suspended')).toBeTruthy();
  expect(dialog.getByLabelText<HTMLTextAreaElement>(/^Reason/).value).toBe('Fraud');
});

test('a search that finds nobody names the searched text, and the button Show all lists all accounts again', async () => {
  answers['GET /admin/users'] = (_body, query) => ({ body: query.includes('q=nobody') ? [] : [me, asha] });
  open();
  const search = await screen.findByLabelText('Name, email or phone number');
  fireEvent.change(search, { target: { value: 'nobody' } });
  fireEvent.click(screen.getByRole('button', { name: 'Find' }));
  expect(await screen.findByText('No name, email or phone number has “nobody”.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Show all' }));
  expect(await screen.findByText('Asha')).toBeTruthy();
  expect(search).toHaveProperty('value', '');
});
