import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { forgetServerTime } from '../core/server-time';
import { signIn, signOut } from '../core/session';
import { aBooking } from '../testing/booking.builder';
import { LazyMap } from '../testing/map';
import { press } from '../testing/press';
import { renderPart } from '../testing/render';
import { aQuote, aRide } from '../testing/ride.builder';
import { type Answer, fakeServer } from '../testing/server';

jest.unstable_mockModule('../ui/LazyMap', () => ({ LazyMap }));
const { bookedProof, bookingProof, upsertBooking, useBookings } = await import('../features/bookings/bookings.store');
const { PaymentModal } = await import('../features/payments/PaymentModal');
const { QuoteDialog } = await import('../features/rides/offers/QuoteDialog');
const { upsertMyQuote } = await import('../features/rides/open-rides.store');
const { SelectPaymentDialog } = await import('../features/rides/quotes/SelectPaymentDialog');
const { postedProof, upsertRide } = await import('../features/rides/rides.store');

const nothing = () => undefined;
const lost = (): Answer => ({ lost: true });
const quote = aQuote();
const unpaid = aBooking({ status: 'accepted', payment_method: 'phonepe', payment_status: 'pending' });
const paid = { ...unpaid, payment_method: 'online' as const, payment_status: 'completed' as const, version: 9 };
let done: string[];
let answers: Record<string, () => Answer>;

beforeEach(() => {
  [done, answers] = [[], {}];
  forgetServerTime();
  sessionStorage.clear();
  const user = { id: 'asha', name: 'Asha', email: 'asha@example.in', role: 'customer' as const, phone: null };
  signIn({ access_token: 'asha', token_type: 'bearer', user });
  fakeServer(answers);
});
afterEach(() => {
  cleanup();
  signOut();
});

/** Waits until the toast of this failure is closed, and checks that the success was reported once. */
async function isResolved(failure: RegExp, success: string): Promise<void> {
  expect(await screen.findAllByText(success)).toHaveLength(1);
  await waitFor(() => expect(screen.queryByText(failure)).toBeNull());
  expect(done).toEqual(['done']);
}

test('a booking whose response is lost counts as made as soon as the booking is pushed', async () => {
  answers['POST /bookings/create'] = lost;
  const does = { promo: () => null, onClose: nothing, onBooked: () => done.push('done'), proofOf: bookedProof };
  renderPart(<SelectPaymentDialog quote={quote} ride={aRide()} {...does} />);
  await press('Confirm Booking');
  await screen.findByText(/^Failed to create booking/);
  act(() => upsertBooking(aBooking({ id: 'another', quote_id: 'of another driver' })));
  expect(done).toEqual([]);
  act(() => upsertBooking(aBooking({ quote_id: quote.id, status: 'pending' })));
  await isResolved(/^Failed to create booking/, 'Booking created! Driver will accept shortly.');
});

test('an earlier booking of the quote is no proof', async () => {
  upsertBooking(aBooking({ quote_id: quote.id, status: 'rejected' }));
  expect(bookedProof(quote.id).find()).toBeUndefined();
});

test('a quote whose response is lost counts as submitted when it is pushed with its price, not with an older price', async () => {
  answers['POST /quotes/create'] = lost;
  act(() => upsertMyQuote(aQuote({ price: 300 })));
  const onQuote = () => done.push('done');
  renderPart(<QuoteDialog ride={aRide()} isOpen opened tapped={240} onClose={nothing} onQuote={onQuote} />);
  await press('Submit Quote');
  await screen.findByText(/^Failed to submit quote/);
  act(() => upsertMyQuote(aQuote({ price: 300, version: 2 })));
  expect(done).toEqual([]);
  act(() => upsertMyQuote(aQuote({ price: 240, version: 3 })));
  await isResolved(/^Failed to submit quote/, 'Quote submitted successfully!');
});

test('a ride request whose response is lost counts as posted when a new request with the same places appears, not an older or a known one', () => {
  const body = { pickup_location: ' Connaught Place ', drop_location: 'Hauz Khas Village' };
  const made = (over: Partial<ReturnType<typeof aRide>>) => act(() => upsertRide(aRide(over)));
  const now = new Date().toISOString();
  made({ id: 'known', created_at: now });
  const proof = postedProof(body);
  made({ id: 'older' });
  made({ id: 'elsewhere', created_at: now, drop_location: 'Saket' });
  expect(proof.find()).toBeUndefined();
  made({ id: 'posted', created_at: now });
  expect(proof.find()?.id).toBe('posted');
});

function Payment() {
  const booking = useBookings(({ byId }) => byId[unpaid.id]);
  if (!booking) return null;
  return (
    <PaymentModal
      booking={booking}
      proofOf={(isDone) => bookingProof(booking.id, isDone)}
      opened
      onClose={() => done.push('done')}
      onBooking={upsertBooking}
    />
  );
}

/** Opens the test checkout and pays there; `answer` is the response to the payment. */
async function pay(answer: () => Answer): Promise<void> {
  const order = { order_id: 'order_1', amount: 24_000, currency: 'INR', key_id: 'rzp_simulated' };
  answers['GET /config'] = () => ({ body: { payment_gateway: 'simulated' } });
  answers['POST /payment/create-order'] = () => ({ body: order });
  answers['POST /payment/simulated/order_1'] = answer;
  upsertBooking(unpaid);
  renderPart(<Payment />);
  await screen.findByText('Cards, UPI, net banking, wallets');
  await press('Proceed to Pay');
  await screen.findByRole('dialog', { name: 'Test payment' });
  fireEvent.click(screen.getByRole('button', { name: 'Pay' }));
}

test('a payment that is pushed before its verification is answered with 503 shows no error beside its success', async () => {
  answers['POST /payment/verify'] = () => {
    act(() => upsertBooking(paid));
    return { status: 503, body: {} };
  };
  await pay(() => ({ body: { order_id: 'order_1', payment_id: 'pay_1', signature: 'signed' } }));
  await screen.findByText('Payment successful!');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Proceed to Pay' }).dataset.loading).toBeUndefined());
  expect(screen.queryByText(/^Payment verification failed/)).toBeNull();
});

test('a checkout whose response is lost after the payment shows no error', async () => {
  await pay(() => {
    act(() => upsertBooking(paid));
    return { lost: true };
  });
  await screen.findByText('Payment successful!');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Test payment' })).toBeNull());
  expect(screen.queryByText(/^Payment failed/)).toBeNull();
});

test('a checkout whose response is lost without a payment shows an error, which a later payment closes', async () => {
  await pay(lost);
  await screen.findByText(/^Payment failed/);
  act(() => upsertBooking(paid));
  await isResolved(/^Payment failed/, 'Payment successful!');
});
