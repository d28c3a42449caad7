import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type { MessageKey } from '@boli/shared/core/messages';
import type { Order } from '@boli/shared/payments/payments.schema';
import { useEffect, useRef, useState } from 'react';
import type { Proof } from '../../core/lost-reply';
import { useSession } from '../../core/session';
import { shortId } from '../../core/short-id';
import { errorText, t } from '../../core/t';
import { clearErrors, toast } from '../../core/toast';
import { useAction } from '../../core/use-action';
import { type CheckoutResult, CheckoutUnavailable } from './checkout';
import { methodText } from './method-text';
import { chooseMethod, confirmCheckout, type Gateway, openOrder, readGateway } from './payments.api';
import { openRazorpay } from './razorpay';

export type PayMethod = 'online' | 'upi' | 'cash';

interface Sheet {
  order: Order;
  end: (result: CheckoutResult) => void;
}

/**
 * Returns the proof that the booking was changed, for a lost response: `isDone` returns whether a booking has the change.
 */
export type BookingProof = (isDone: (booking: Booking) => boolean) => Proof<Booking>;

interface PaymentFlow {
  booking: Booking;
  proofOf: BookingProof;
  /** Whether the modal is open: a payment made elsewhere is reported only while it is. */
  opened: boolean;
  /** Null until loaded from the server. */
  gateway: Gateway | null;
  /** Called with the updated booking of a reply. */
  onBooking: (booking: Booking) => void;
  /** Called once the ride is paid, or its payment method is chosen. */
  onDone: () => void;
}

/** Opens the gateway's checkout. `sheet` is the test checkout to show if the gateway is the built-in one; else null. */
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
 * Reports success once, whichever source reports it first. The gateway's webhook may be faster than the checkout, or
 * the payment may be made in another browser tab: in both cases an open test checkout is closed.
 */
function useSuccess({ booking, opened, onDone }: PaymentFlow, sheet: Sheet | null) {
  const isPaid = booking.payment_status === 'completed';
  const reported = useRef(isPaid);
  const succeed = () => {
    if (!reported.current) toast.success(t('payments.success'));
    reported.current = true;
    onDone();
  };
  const finish = useRef(succeed);
  useEffect(() => {
    finish.current = succeed;
  });
  useEffect(() => {
    if (!isPaid || !opened || reported.current) return;
    sheet?.end({ kind: 'dismissed' });
    finish.current();
  }, [isPaid, opened, sheet]);
  return { succeed, isReported: () => reported.current };
}

/** The checkout ended without a payment: dismissed by the payer, or failed. */
class NotPaid extends Error {
  readonly kind: 'dismissed' | 'failed';

  constructor(kind: 'dismissed' | 'failed') {
    super(kind);
    this.kind = kind;
  }
}

/** The error text of a failed payment. For a dismissed checkout it shows a toast that is no error, and returns null. */
function paymentErrorText(error: unknown, fallback: MessageKey): string | null {
  if (error instanceof CheckoutUnavailable) return t('payments.script_failed');
  if (!(error instanceof NotPaid)) return errorText(error, fallback);
  if (error.kind === 'failed') return t('payments.failed');
  toast.info(t('payments.cancelled'));
  return null;
}

/**
 * Runs a payment by the chosen method. Also returns the `sheet` of `useCheckout` and the `isReported` of `useSuccess`.
 */
export function usePayment(flow: PaymentFlow) {
  const { booking, proofOf, onBooking, onDone } = flow;
  const { busy, act } = useAction();
  const { sheet, open } = useCheckout(flow);
  const { succeed, isReported } = useSuccess(flow, sheet);

  const payThroughGateway = (preferUpi: boolean): Promise<boolean> => {
    let fallback: MessageKey = 'payments.failed';
    return act<Booking | null>({
      name: preferUpi ? 'upi' : 'online',
      run: async () => {
        const result = await open(preferUpi);
        if (isReported()) return null;
        if (result.kind !== 'paid') throw new NotPaid(result.kind);
        fallback = 'payments.verify_failed';
        return confirmCheckout(booking.id, result);
      },
      proof: proofOf(({ payment_status }) => payment_status === 'completed'),
      errorMessage: (error) => paymentErrorText(error, fallback),
      onSuccess: (paid) => {
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
      proof: proofOf(({ payment_method }) => payment_method === method),
      successMessage: (changed) =>
        methodText(changed, method === 'cash' ? 'payments.cash_selected' : 'payments.upi_direct_selected'),
      errorMessage: 'payments.method_failed',
      onSuccess: (changed) => {
        onBooking(changed);
        onDone();
      },
    });

  /** Pays by a method; with `direct`, UPI is paid from the customer's app to the driver, without the gateway. */
  const pay = async (way: PayMethod, direct: boolean): Promise<void> => {
    if (busy) return;
    // Old errors would cover the checkout.
    clearErrors();
    if (way === 'cash') await payDirectly('cash');
    else if (way === 'upi' && direct) await payDirectly('upi');
    else await payThroughGateway(way === 'upi');
  };

  return { busy: busy !== null, pay, sheet, isReported };
}
