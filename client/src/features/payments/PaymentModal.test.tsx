import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { aBooking } from '../../testing/booking.builder';
import { noProof } from '../../testing/proof';
import { renderPart } from '../../testing/render';
import { type Answer, fakeServer } from '../../testing/server';
import { PaymentModal } from './PaymentModal';

const booking = aBooking({ final_price: 120, price: 240, discount_amount: 120 });
const paid = { ...booking, payment_method: 'online' as const, payment_status: 'completed' as const, version: 2 };
const order = { order_id: 'order_1', amount: 12_000, currency: 'INR', key_id: 'rzp_simulated' };

let answers: Record<string, (body: unknown) => Answer>;
let push: (next: Booking) => void;
let closed: number;

function Stage() {
  const [held, setHeld] = useState<Booking>(booking);
  push = setHeld;
  return (
    <PaymentModal
      booking={held}
      proofOf={noProof}
      opened
      onClose={() => {
        closed += 1;
      }}
      onBooking={setHeld}
    />
  );
}

const proceed = () => fireEvent.click(screen.getByRole('button', { name: 'Proceed to Pay' }));
const config = (payment_gateway: string) => () => ({ body: { payment_gateway } });

/** Renders the modal against a fake server and waits until it knows the gateway. */
async function open(gateway: 'simulated' | 'razorpay' | 'off' = 'simulated') {
  answers['GET /config'] = config(gateway);
  const server = fakeServer(answers);
  renderPart(<Stage />);
  await waitFor(() => expect(server.requests.some(({ path }) => path === '/config')).toBe(true));
  return server;
}

async function play(name: string) {
  proceed();
  fireEvent.click(await screen.findByRole('button', { name }));
}

beforeEach(() => {
  closed = 0;
  answers = {
    'POST /payment/create-order': () => ({ status: 201, body: order }),
    'POST /payment/simulated/order_1': () => ({
      body: { order_id: 'order_1', payment_id: 'pay_1', signature: 'signed' },
    }),
    'POST /payment/verify': () => ({ body: { success: true, booking: paid } }),
  };
});
afterEach(() => {
  cleanup();
  delete window.Razorpay;
});

describe('Complete Payment', () => {
  test('requests an order for the amount due and verifies the result of the checkout', async () => {
    const server = await open();
    expect(screen.getByText('7c1f09ab')).toBeTruthy();
    await play('Pay');
    expect(await screen.findByText('Payment successful!')).toBeTruthy();
    expect(closed).toBe(1);
    expect(server.requests.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { booking_id: booking.id, amount: 120, currency: 'INR' },
      { outcome: 'pay' },
      { booking_id: booking.id, order_id: 'order_1', payment_id: 'pay_1', signature: 'signed' },
    ]);
  });

  test('is a sheet over the trip, and so is its test checkout', async () => {
    await open();
    proceed();
    const checkout = await screen.findByRole('dialog', { name: 'Test payment' });
    for (const dialog of [screen.getByRole('dialog', { name: 'Complete Payment', hidden: true }), checkout])
      expect(dialog.closest('[data-full-screen]')).toBeNull();
  });

  test('retries the verification after a server error, because the money has moved', async () => {
    let tries = 0;
    answers['POST /payment/verify'] = () => {
      tries += 1;
      return tries < 2 ? { status: 503, body: {} } : { body: { success: true, booking: paid } };
    };
    await open();
    await play('Pay');
    expect(await screen.findByText('Payment successful!')).toBeTruthy();
    expect(tries).toBe(2);
  });

  test('shows that the server refused the verification, and stays open', async () => {
    answers['POST /payment/verify'] = () => ({ status: 400, body: {} });
    await open();
    await play('Pay');
    expect(await screen.findByText('Payment verification failed. Please contact support.')).toBeTruthy();
    expect(closed).toBe(0);
  });

  test('shows that a payment failed', async () => {
    answers['POST /payment/simulated/order_1'] = () => ({
      body: { order_id: 'order_1', payment_id: null, signature: null },
    });
    await open();
    await play('Let the payment fail');
    expect(await screen.findByText('Payment failed. Please try again.')).toBeTruthy();
    expect(closed).toBe(0);
  });

  test('treats a closed checkout as a cancelled payment', async () => {
    await open();
    proceed();
    const sheet = await screen.findByRole('dialog', { name: 'Test payment' });
    fireEvent.click(sheet.querySelector('[aria-label=Close]') ?? sheet);
    expect(await screen.findByText('Payment cancelled')).toBeTruthy();
    expect(closed).toBe(0);
  });

  test('closes with one toast of success when the payment is made elsewhere', async () => {
    await open();
    proceed();
    await screen.findByRole('dialog', { name: 'Test payment' });
    push(paid);
    expect(await screen.findByText('Payment successful!')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Test payment' })).toBeNull());
    expect(screen.queryByText('Payment cancelled')).toBeNull();
    expect(closed).toBe(1);
  });

  test('records a cash payment and shows a toast', async () => {
    answers[`POST /bookings/${booking.id}/payment`] = () => ({ body: { ...booking, payment_method: 'cash' } });
    const server = await open();
    fireEvent.click(screen.getByRole('radio', { name: 'Cash' }));
    proceed();
    expect(await screen.findByText('Cash payment selected. Pay driver after ride.')).toBeTruthy();
    expect(closed).toBe(1);
    expect(server.requests.at(-1)?.body).toEqual({ payment_method: 'cash', payment_status: 'pending' });
  });

  test('records a cash payment of a completed ride and asks to hand over the cash now', async () => {
    const over = { ...booking, payment_method: 'cash', status: 'completed' };
    answers[`POST /bookings/${booking.id}/payment`] = () => ({ body: over });
    await open();
    fireEvent.click(screen.getByRole('radio', { name: 'Cash' }));
    proceed();
    expect(await screen.findByText('Pay the driver ₹120.00 in cash. They confirm it.')).toBeTruthy();
    expect(screen.queryByText(/after ride\.$/)).toBeNull();
  });

  test('shows that the method could not be changed', async () => {
    answers[`POST /bookings/${booking.id}/payment`] = () => ({ status: 500, body: {} });
    await open();
    fireEvent.click(screen.getByRole('radio', { name: 'Cash' }));
    proceed();
    expect(await screen.findByText('Failed to update payment method')).toBeTruthy();
  });

  test('without a gateway offers cash and direct UPI, and one of them has to be chosen', async () => {
    answers[`POST /bookings/${booking.id}/payment`] = () => ({ body: { ...booking, payment_method: 'upi' } });
    const server = await open('off');
    expect(await screen.findByText('Online payment is not offered here')).toBeTruthy();
    proceed();
    expect(await screen.findByText('Please select a payment method')).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: 'UPI Payment' }));
    proceed();
    await waitFor(() => expect(closed).toBe(1));
    expect(server.requests.at(-1)?.body).toEqual({ payment_method: 'upi', payment_status: 'pending' });
  });

  test("opens the gateway's own checkout with the order; a failure counts only when the checkout closes", async () => {
    let asked: { order_id: string; amount: number; key: string } | null = null;
    window.Razorpay = class {
      private readonly options: { modal: { ondismiss: () => void } };
      constructor(options: { order_id: string; amount: number; key: string; modal: { ondismiss: () => void } }) {
        asked = options;
        this.options = options;
      }
      on(_event: string, listener: () => void) {
        listener();
      }
      open() {
        this.options.modal.ondismiss();
      }
    };
    await open('razorpay');
    proceed();
    expect(await screen.findByText('Payment failed. Please try again.')).toBeTruthy();
    expect(asked).toMatchObject({ order_id: 'order_1', amount: 12_000, key: 'rzp_simulated' });
  });

  test("shows that the gateway's script could not be loaded", async () => {
    await open('razorpay');
    proceed();
    const script = await waitFor(() => {
      const found = document.querySelector('script[src*="checkout.razorpay.com"]');
      if (!found) throw new Error('not requested yet');
      return found;
    });
    script.dispatchEvent(new Event('error'));
    expect(await screen.findByText('Failed to load payment gateway. Please try again.')).toBeTruthy();
    expect(document.querySelector('script[src*="checkout.razorpay.com"]')).toBeNull();
  });
});
