import type { PromoAnswer } from '@boli/shared/promos/promos.schema';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { renderPart } from '../../testing/render';
import { type Answer, fakeServer } from '../../testing/server';
import { PromoInput } from './PromoInput';

let answers: Record<string, (body: unknown) => Answer>;
let held: PromoAnswer | null;
let reprice: (amount: number) => void;

function Stage() {
  const [amount, setAmount] = useState(240);
  const [applied, setApplied] = useState<PromoAnswer | null>(null);
  reprice = setAmount;
  held = applied;
  return <PromoInput amount={amount} applied={applied} onChange={setApplied} />;
}

const half = (body: unknown): Answer => {
  const { code, amount } = Object(body);
  return {
    body: {
      success: true,
      valid: true,
      code,
      discount_type: 'percentage',
      discount_value: 50,
      discount_amount: amount / 2,
      final_amount: amount / 2,
    },
  };
};
const enter = (code: string) => {
  fireEvent.change(screen.getByLabelText('Promo code'), { target: { value: code } });
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }));
};

beforeEach(() => {
  answers = { 'POST /promo/validate': half };
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

test('a code is sent in capitals, its discount is shown, and it can be removed', async () => {
  const server = fakeServer(answers);
  renderPart(<Stage />);
  expect(screen.getByText('Try FIRST50 or SAVE100')).toBeTruthy();
  enter(' first50 ');
  expect(await screen.findByText('Promo code applied! You saved ₹120.00')).toBeTruthy();
  expect(server.requests.at(-1)?.body).toEqual({ code: 'FIRST50', amount: 240 });
  expect(screen.getByText('FIRST50')).toBeTruthy();
  expect(screen.getByText('You save ₹120.00')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Remove promo code FIRST50' }));
  expect(await screen.findByText('Promo code removed')).toBeTruthy();
  expect(held).toBeNull();
});

test('an empty field shows an error and sends no request', () => {
  const server = fakeServer(answers);
  renderPart(<Stage />);
  enter('   ');
  expect(screen.getByText('Please enter a promo code')).toBeTruthy();
  expect(server.requests).toEqual([]);
});

test("a refusal shows the server's text, or that the code is invalid if the server sends no text", async () => {
  answers['POST /promo/validate'] = () => ({
    status: 400,
    body: { success: false, valid: false, detail: 'This promo code has been used up' },
  });
  fakeServer(answers);
  renderPart(<Stage />);
  enter('GONE');
  expect(await screen.findByText('This promo code has been used up')).toBeTruthy();
  answers['POST /promo/validate'] = () => ({ status: 404, body: { success: false, valid: false } });
  fakeServer(answers);
  enter('NONE');
  expect(await screen.findByText('Invalid promo code')).toBeTruthy();
});

test('an applied code is validated again when the fare changes, and removed if it is refused', async () => {
  fakeServer(answers);
  renderPart(<Stage />);
  enter('FIRST50');
  await screen.findByText('You save ₹120.00');
  reprice(200);
  expect(await screen.findByText('You save ₹100.00')).toBeTruthy();
  answers['POST /promo/validate'] = () => ({ status: 400, body: { detail: 'This promo code is not active' } });
  fakeServer(answers);
  reprice(100);
  expect(await screen.findByText('This promo code is not active')).toBeTruthy();
  await waitFor(() => expect(held).toBeNull());
});

test('a typed code that is not applied yet survives a reload', async () => {
  fakeServer(answers);
  const { unmount } = renderPart(<Stage />);
  fireEvent.change(screen.getByLabelText('Promo code'), { target: { value: 'fir' } });
  unmount();
  renderPart(<Stage />);
  expect(screen.getByDisplayValue('FIR')).toBeTruthy();
  enter('first50');
  await screen.findByText('Promo code applied! You saved ₹120.00');
  fireEvent.click(screen.getByRole('button', { name: 'Remove promo code FIRST50' }));
  expect(screen.getByLabelText<HTMLInputElement>('Promo code').value).toBe('');
});
