import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type { Order } from '@boli/shared/payments/payments.schema';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../core/session';
import { shortId } from '../../core/short-id';
import { errorText, t } from '../../core/t';
import { clearErrors, toast } from '../../core/toast';
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

/** Runs a payment by the chosen way; `sheet` as of `useCheckout`. */
export function usePayment(flow: PaymentFlow) {
  const { booking, onBooking, onDone } = flow;
  const [busy, setBusy] = useState(false);
  const { sheet, open } = useCheckout(flow);
  const { succeed, isTold } = useSuccess(flow, sheet);

  const take = async (result: CheckoutResult): Promise<void> => {
    if (isTold()) return;
    if (result.kind === 'dismissed') return toast.info(t('payments.cancelled'));
    if (result.kind === 'failed') return toast.error(t('payments.failed'));
    try {
      onBooking(await prove(booking.id, result));
      succeed();
    } catch (error) {
      toast.error(errorText(error, 'payments.verify_failed'));
    }
  };

  const payThroughGateway = async (preferUpi: boolean): Promise<void> => {
    try {
      await take(await open(preferUpi));
    } catch (error) {
      const isScript = error instanceof CheckoutUnavailable;
      toast.error(isScript ? t('payments.script_failed') : errorText(error, 'payments.failed'));
    }
  };

  const payDirectly = async (method: 'cash' | 'upi'): Promise<void> => {
    try {
      const changed = await chooseMethod(booking.id, method);
      onBooking(changed);
      const word = method === 'cash' ? 'payments.cash_selected' : 'payments.upi_direct_selected';
      toast.success(methodText(changed, word));
      onDone();
    } catch (error) {
      toast.error(errorText(error, 'payments.method_failed'));
    }
  };

  /** Pays by a way; `direct` UPI goes from the customer's app to the driver, past the gateway. */
  const pay = async (way: Way, direct: boolean): Promise<void> => {
    if (busy) return;
    setBusy(true);
    // What went wrong the last time is over, and would stand over the checkout.
    clearErrors();
    if (way === 'cash') await payDirectly('cash');
    else if (way === 'upi' && direct) await payDirectly('upi');
    else await payThroughGateway(way === 'upi');
    setBusy(false);
  };

  return { busy, pay, sheet };
}
