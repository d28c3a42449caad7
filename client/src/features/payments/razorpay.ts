import { t } from '../../core/t';
import { palette } from '../../core/tokens';
import { type CheckoutRequest, type CheckoutResult, CheckoutUnavailable } from './checkout';

const SCRIPT = 'https://checkout.razorpay.com/v1/checkout.js';
const LOAD_MS = 15_000;

interface Paid {
  razorpay_order_id: string;
  razorpay_payment_id: string;
  razorpay_signature: string;
}

interface Options {
  key: string;
  amount: number;
  currency: string;
  order_id: string;
  name: string;
  description: string;
  prefill: { name: string; email: string; contact: string; method?: 'upi' };
  theme: { color: string };
  handler: (paid: Paid) => void;
  modal: { ondismiss: () => void };
}

interface Checkout {
  open(): void;
  on(event: 'payment.failed', listener: () => void): void;
}

declare global {
  interface Window {
    Razorpay?: new (options: Options) => Checkout;
  }
}

let loading: Promise<void> | null = null;

/** Loads the gateway's script on the first payment; a failed load can be retried. */
function loadScript(): Promise<void> {
  if (window.Razorpay) return Promise.resolve();
  loading ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      loading = null;
      script.remove();
      reject(new CheckoutUnavailable());
    };
    const timer = setTimeout(fail, LOAD_MS);
    script.addEventListener('load', () => {
      clearTimeout(timer);
      if (window.Razorpay) resolve();
      else fail();
    });
    script.addEventListener('error', () => {
      clearTimeout(timer);
      fail();
    });
    script.src = SCRIPT;
    script.async = true;
    document.head.append(script);
  });
  return loading;
}

/**
 * Opens the gateway's checkout. Resolves when the payer has paid or closed the checkout. A payer can repeat a failed
 * attempt inside the checkout, so a failure counts only when the checkout closes.
 * @throws {CheckoutUnavailable} when the gateway's script cannot be loaded.
 */
export async function openRazorpay(request: CheckoutRequest): Promise<CheckoutResult> {
  await loadScript();
  const { Razorpay } = window;
  if (!Razorpay) throw new CheckoutUnavailable();
  const { order, description, payer, preferUpi } = request;
  return new Promise((resolve) => {
    let hasFailed = false;
    const checkout = new Razorpay({
      key: order.key_id,
      amount: order.amount,
      currency: order.currency,
      order_id: order.order_id,
      name: t('shell.name'),
      description,
      prefill: {
        name: payer.name,
        email: payer.email,
        contact: payer.phone ?? '',
        ...(preferUpi && { method: 'upi' as const }),
      },
      theme: { color: palette.light.solid },
      handler: (paid) =>
        resolve({
          kind: 'paid',
          order_id: paid.razorpay_order_id,
          payment_id: paid.razorpay_payment_id,
          signature: paid.razorpay_signature,
        }),
      modal: { ondismiss: () => resolve({ kind: hasFailed ? 'failed' : 'dismissed' }) },
    });
    checkout.on('payment.failed', () => {
      hasFailed = true;
    });
    checkout.open();
  });
}
