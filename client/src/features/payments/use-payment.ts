import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type { MessageKey } from '@boli/shared/core/messages';
import type { Order } from '@boli/shared/payments/payments.schema';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../core/session';
import { shortId } from '../../core/short-id';
import { errorText, t } from '../../core/t';
import { clearErrors, toast } from '../../core/toast';
import { useAction } from '../../core/use-action';
import { type CheckoutResult, CheckoutUnavailable } from './checkout';
import { methodText } from './method-text';
import { chooseMethod, type Gateway, openOrder, prove, readGateway } from './payments.api';
import { openRazorpay } from './razorpay';

export type Way = 'online' | 'upi' | 'cash';

interface Sheet {
  order: Order;
  end: (result: CheckoutResult) => void;
}

interface PaymentFlow {
  booking: Booking;
  /** The modal is in sight: only then a payment made elsewhere is told of here. */
  opened: boolean;
  /** Null until the server has said which one it works with. */
  gateway: Gateway | null;
  /** The booking as an answer shows it. */
  onBooking: (booking: Booking) => void;
  /** Paid, or settled how it will be paid. */
  onDone: () => void;
}

/** Opens the gateway's checkout. `sheet` is the test checkout to be shown, where the gateway is the built-in one. */
function useCheckout({ booking, gateway }: PaymentFlow) {
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const open = async (preferUpi: boolean): Promise<CheckoutResult> => {
    const kind = gateway ?? (await readGateway());
    const order = await openOrder(booking);
    if (kind === 'simulated')
      return new Promise<CheckoutResult>((end) => setSheet({ order, end })).finally(() => setSheet(null));
    const { user } = useSession.getState();
    return openRazorpay({
      order,
      description: t('payments.checkout_note', { booking: shortId(booking.id) }),
      payer: { name: user?.name ?? '', email: user?.email ?? '', phone: user?.phone ?? null },
      preferUpi,
    });
  };
  return { sheet, open };
}

/**
 * Tells of success once, whoever brings the news. The gateway's own word may be faster than the checkout's, or come from
 * another tab: then the test checkout that is still open is closed.
 */
function useSuccess({ booking, opened, onDone }: PaymentFlow, sheet: Sheet | null) {
  const isPaid = booking.payment_status === 'completed';
  const told = useRef(isPaid);
  const succeed = () => {
    if (!told.current) toast.success(t('payments.success'));
    told.current = true;
    onDone();
  };
  const finish = useRef(succeed);
  useEffect(() => {
    finish.current = succeed;
  });
  useEffect(() => {
    if (!isPaid || !opened || told.current) return;
    sheet?.end({ kind: 'dismissed' });
    finish.current();
  }, [isPaid, opened, sheet]);
  return { succeed, isTold: () => told.current };
}

/** The checkout ended without a payment: given up by the payer, or failed. */
class NotPaid extends Error {
  readonly kind: 'dismissed' | 'failed';

  constructor(kind: 'dismissed' | 'failed') {
    super(kind);
    this.kind = kind;
  }
}

/** What is said of a payment that did not come about; a dismissal is no failure. */
function wordOf(error: unknown, fallback: MessageKey): string | null {
  if (error instanceof CheckoutUnavailable) return t('payments.script_failed');
  if (!(error instanceof NotPaid)) return errorText(error, fallback);
  if (error.kind === 'failed') return t('payments.failed');
  toast.info(t('payments.cancelled'));
  return null;
}

/** Runs a payment by the chosen way; `sheet` as of `useCheckout`. */
export function usePayment(flow: PaymentFlow) {
  const { booking, onBooking, onDone } = flow;
  const { busy, act } = useAction();
  const { sheet, open } = useCheckout(flow);
  const { succeed, isTold } = useSuccess(flow, sheet);

  const payThroughGateway = (preferUpi: boolean): Promise<boolean> => {
    let fallback: MessageKey = 'payments.failed';
    return act({
      name: preferUpi ? 'upi' : 'online',
      run: async () => {
        const result = await open(preferUpi);
        if (isTold()) return null;
        if (result.kind !== 'paid') throw new NotPaid(result.kind);
        fallback = 'payments.verify_failed';
        return prove(booking.id, result);
      },
      failed: (error) => wordOf(error, fallback),
      done: (paid) => {
        if (!paid) return;
        onBooking(paid);
        succeed();
      },
    });
  };

  const payDirectly = (method: 'cash' | 'upi'): Promise<boolean> =>
    act({
      name: method,
      run: (key) => chooseMethod(booking.id, method, key),
      says: (changed) =>
        methodText(changed, method === 'cash' ? 'payments.cash_selected' : 'payments.upi_direct_selected'),
      failed: 'payments.method_failed',
      done: (changed) => {
        onBooking(changed);
        onDone();
      },
    });

  /** Pays by a way; `direct` UPI goes from the customer's app to the driver, past the gateway. */
  const pay = async (way: Way, direct: boolean): Promise<void> => {
    if (busy) return;
    // What went wrong the last time is over, and would stand over the checkout.
    clearErrors();
    if (way === 'cash') await payDirectly('cash');
    else if (way === 'upi' && direct) await payDirectly('upi');
    else await payThroughGateway(way === 'upi');
  };

  return { busy: busy !== null, pay, sheet };
}
