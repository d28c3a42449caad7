import { says } from '@boli/shared/core/fields';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { TextInput } from '@mantine/core';
import { cleanup, fireEvent, screen, act as settle } from '@testing-library/react';
import { z } from 'zod';
import { renderPart } from '../testing/render';
import { ApiError } from './api';
import { useForm } from './use-form';

const schema = z.object({
  name: z.string().trim().min(1, says('admin.reference_required')),
  code: z.string().max(3, says('promo.invalid')),
});

let sent: { values: unknown; key: string }[];
let answer: () => Promise<string>;
let done: unknown[];

function Part({ fieldErrorsOnly = false }: { fieldErrorsOnly?: boolean }) {
  const form = useForm({
    schema,
    initial: { name: '', code: '' },
    draft: 'test-form',
    send: (values, key) => {
      sent.push({ values, key });
      return answer();
    },
    successMessage: 'contacts.added',
    errorMessage: 'contacts.add_failed',
    fieldErrorsOnly,
    onSuccess: (reply, values) => done.push([reply, values]),
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <TextInput label="Name" {...form.field('name')} />
      <TextInput label="Code" {...form.field('code')} />
      <button type="submit" disabled={form.busy}>
        Send
      </button>
    </form>
  );
}

const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(input(label), { target: { value } });
const send = () => settle(async () => fireEvent.click(screen.getByRole('button', { name: 'Send' })));
const values = () => [input('Name').value, input('Code').value];

beforeEach(() => {
  sent = [];
  done = [];
  answer = async () => 'the answer';
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

test('invalid fields show the errors of the schema, the first one gets the focus, and nothing is sent', async () => {
  renderPart(<Part />);
  type('Code', 'too long');
  await send();
  expect(screen.getByText('Please enter the bank reference')).toBeTruthy();
  expect(screen.getByText('Invalid promo code')).toBeTruthy();
  expect(document.activeElement).toBe(input('Name'));
  expect(sent).toEqual([]);
  type('Name', 'Asha');
  expect(screen.queryByText('Please enter the bank reference')).toBeNull();
});

test('a failure keeps the values, also after a reload, and the retry has the same idempotency key', async () => {
  const { unmount } = renderPart(<Part />);
  answer = () => Promise.reject(new ApiError(503));
  type('Name', 'Asha');
  await send();
  expect(await screen.findByText(/^Failed to add contact/)).toBeTruthy();
  expect(values()).toEqual(['Asha', '']);
  await send();
  expect(sent.map(({ key }) => key === sent[0]?.key)).toEqual([true, true]);
  expect(done).toEqual([]);
  unmount();
  renderPart(<Part />);
  expect(values()).toEqual(['Asha', '']);
});

test('a field error of the server is shown at its field until the field changes', async () => {
  const errors = [{ field: 'name', code: 'x', message: 'Taken already' }];
  answer = () => Promise.reject(new ApiError(422, { detail: 'Taken by somebody', errors }));
  renderPart(<Part />);
  type('Name', 'Asha');
  await send();
  expect(screen.getByText('Taken already')).toBeTruthy();
  expect(await screen.findByText('Taken by somebody')).toBeTruthy();
  type('Name', 'Asha V');
  expect(screen.queryByText('Taken already')).toBeNull();
});

test('fieldErrorsOnly shows no toast for field errors', async () => {
  const errors = [{ field: 'name', code: 'x', message: 'Taken already' }];
  answer = () => Promise.reject(new ApiError(422, { detail: 'Taken by somebody', errors }));
  renderPart(<Part fieldErrorsOnly />);
  type('Name', 'Asha');
  await send();
  expect(screen.getByText('Taken already')).toBeTruthy();
  expect(screen.queryByText('Taken by somebody')).toBeNull();
});

test('success clears the fields and the draft, and calls onSuccess; the button is disabled only while busy', async () => {
  let give: (reply: string) => void = () => undefined;
  answer = () =>
    new Promise((resolve) => {
      give = resolve;
    });
  renderPart(<Part />);
  type('Name', 'Asha');
  await send();
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Send' });
  expect(button.disabled).toBe(true);
  await settle(async () => give('the answer'));
  expect(button.disabled).toBe(false);
  expect(done).toEqual([['the answer', { name: 'Asha', code: '' }]]);
  expect([values(), sessionStorage.getItem('draft:test-form')]).toEqual([['', ''], null]);
});
