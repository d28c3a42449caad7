import { COMMISSION } from '@boli/shared/core/money';
import type { DriverProfile } from '@boli/shared/drivers/drivers.schema';
import { presentFeeRule } from '@boli/shared/pricing/pricing.schema';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useKnownPricing } from '../core/fee-rule';
import { setPreferences } from '../core/preferences';
import { signIn, signOut } from '../core/session';
import { upsertEarnings, upsertProfile, useDriver } from '../features/drivers/drivers.store';
import { UNDO_MS, useDelayedQuotes } from '../features/rides/offers/delayed-quotes.store';
import { upsertOpenRide } from '../features/rides/open-rides.store';
import { renderPart } from '../testing/render';
import { aQuote, aReference, aRide } from '../testing/ride.builder';
import { type Answer, fakeServer } from '../testing/server';
import { DriverOffers } from './DriverOffers';
import { OpenOffers } from './OpenOffers';
import { useOffers } from './use-offers';

const Offers = () => <DriverOffers offers={useOffers()} />;

const road = { distance_km: 6.7, duration_min: 19, source: 'roads' as const };
const ride = { ...aRide({ id: 'r1', customer_name: 'Asha Verma', road }), my_quote: null };
const usual = (usual_price_per_km: number | null) =>
  act(() =>
    upsertEarnings({
      ...{ total_earnings: 0, platform_fees_paid: 0, pending_payment: 0, completed_rides: 0 },
      usual_price_per_km,
      pass_until: null,
    }),
  );
const profile: DriverProfile = {
  ...{
    id: 'p1',
    user_id: 'd1',
    car_model: 'Dzire',
    experience_years: 7,
    license_number: 'DL-1',
    upi_id: null,
    cost_per_km: null,
  },
  vehicle_number: null,
  vehicle_class: null,
  ...{ driver_photo: null, vehicle_image: null, rc_document: null, license_document: null, fitness_document: null },
  ...{
    rejection_reason: null,
    average_rating: 0,
    total_ratings: 0,
    is_available: true,
    verification_status: 'verified',
  },
};
let requests: ReturnType<typeof fakeServer>['requests'];
let quoted: Answer;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  const user = { id: 'd1', name: 'Ravi', email: 'r@example.in', role: 'driver' as const, phone: null };
  signIn({ access_token: 't', token_type: 'bearer', user });
  const pricing = { model: 'commission', fee_rule: presentFeeRule(COMMISSION), passes: null } as const;
  useKnownPricing.setState({ pricing });
  quoted = { status: 201, body: aQuote({ ride_request_id: 'r1', price: 235, hold_min: 5 }) };
  ({ requests } = fakeServer({
    'GET /rides/requests': () => ({ body: [ride] }),
    'POST /quotes/create': () => quoted,
  }));
});
afterEach(() => {
  cleanup();
  setPreferences({ oneTapQuote: false });
  useDriver.setState({ earnings: null, profile: null });
  signOut(null);
});
const card = async () => within(await screen.findByRole('article', { name: 'Asha Verma' }));
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Submit Quote' }));
const typed = () => screen.getByRole<HTMLInputElement>('spinbutton').value;
const sent = () => requests.filter(({ method }) => method === 'POST').map(({ body }) => body);

describe('the prices of a request', () => {
  test("are three around the driver's usual price; one tap puts one into the dialog, a second tap submits it", async () => {
    renderPart(<Offers />);
    usual(35);
    const shown = await card();
    for (const name of ['Quote ₹210', 'Quote ₹235 usual', 'Quote ₹260'])
      expect(shown.getByRole('button', { name })).toBeTruthy();
    expect(shown.getByText('₹35/km')).toBeTruthy();
    fireEvent.click(shown.getByRole('button', { name: 'Quote ₹235 usual' }));
    const opened = await dialog();
    expect(typed()).toBe('235');
    expect(opened.getByRole('region', { name: 'Pricing breakdown' })).toBeTruthy();
    expect(opened.getByRole('button', { name: 'Quote ₹235 usual · ₹35/km' }).getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(opened.getByRole('button', { name: 'Submit Quote' }));
    await waitFor(() => expect(sent()).toEqual([{ ride_request_id: 'r1', price: 235, hold_min: 5 }]));
    expect(await screen.findByText('Your quote: ₹235.00')).toBeTruthy();
  });

  test("are not kept in the dialog: after a tapped price, the card's own button opens an empty dialog", async () => {
    renderPart(<Offers />);
    usual(35);
    fireEvent.click((await card()).getByRole('button', { name: 'Quote ₹260' }));
    fireEvent.click((await dialog()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click((await card()).getByRole('button', { name: 'Submit Quote' }));
    await dialog();
    expect(typed()).toBe('');
  });

  test('are missing until the driver has sent a few quotes, and the card says so', async () => {
    renderPart(<Offers />);
    const words = 'Send a few quotes, then your usual prices show here.';
    expect((await card()).queryByText(words)).toBeNull();
    usual(null);
    expect((await card()).getByText(words)).toBeTruthy();
    expect((await card()).queryByRole('button', { name: /^Quote/ })).toBeNull();
  });
});

describe('the usual price of a request', () => {
  const priced = { ...ride, reference: aReference() };
  const show = (vehicle_class: DriverProfile['vehicle_class']) => {
    ({ requests } = fakeServer({
      'GET /rides/requests': () => ({ body: [priced] }),
      'POST /quotes/create': () => quoted,
    }));
    act(() => upsertProfile({ ...profile, vehicle_class }));
    renderPart(<Offers />);
  };

  test("is on the driver's card for the class of the driver's vehicle, with its low, middle and high price to tap", async () => {
    show('suv');
    usual(null);
    const shown = await card();
    expect(shown.getByText('Usual ₹200–245 · ₹34/km')).toBeTruthy();
    for (const name of ['Quote ₹200', 'Quote ₹225 usual', 'Quote ₹245'])
      expect(shown.getByRole('button', { name })).toBeTruthy();
    expect(shown.queryByText(/^Send a few quotes/)).toBeNull();
    fireEvent.click(shown.getByRole('button', { name: 'Quote ₹225 usual' }));
    const opened = await dialog();
    expect(opened.getByText('Usual ₹200–245')).toBeTruthy();
    expect(opened.getByText('130% of it for this class (SUV)')).toBeTruthy();
    expect(opened.getByRole('button', { name: 'Quote ₹225 usual · ₹34/km' }).getAttribute('aria-pressed')).toBe('true');
  });

  test('for a driver without a vehicle class is the price at 100 percent, whatever prices the driver usually quotes', async () => {
    show(null);
    usual(99);
    expect((await card()).getByText('Usual ₹155–190 · ₹26/km')).toBeTruthy();
  });

  test('decides which prices have to be confirmed: those below a quarter or above four times its middle', async () => {
    show(null);
    usual(99);
    fireEvent.click((await card()).getByRole('button', { name: 'Submit Quote' }));
    const opened = await dialog();
    const type = (value: string) => fireEvent.change(screen.getByRole('spinbutton'), { target: { value } });
    type('701');
    fireEvent.click(opened.getByRole('button', { name: 'Submit Quote' }));
    expect(opened.getByRole('alert').textContent).toBe(
      '₹701.00 is far from the usual price of this ride (₹155–190). Send this quote?',
    );
    expect(sent()).toEqual([]);
    type('700');
    fireEvent.click(opened.getByRole('button', { name: 'Submit Quote' }));
    await waitFor(() => expect(sent()).toEqual([{ ride_request_id: 'r1', price: 700, hold_min: 5 }]));
  });
});

describe('a quote with one tap', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    setPreferences({ oneTapQuote: true });
  });
  afterEach(() => {
    cleanup();
    jest.useRealTimers();
  });
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  const tap = async () => {
    renderPart(<Offers />);
    await pass(0);
    usual(35);
    fireEvent.click((await card()).getByRole('button', { name: 'Quote ₹210' }));
  };

  test('is sent after four seconds without a dialog', async () => {
    await tap();
    expect(screen.queryByRole('dialog')).toBeNull();
    const status = screen.getAllByRole('status').map(({ textContent }) => textContent);
    expect(status).toContain('Your quote of ₹210.00 is sent in 4 s');
    await pass(UNDO_MS - 100);
    expect(sent()).toEqual([]);
    await pass(200);
    expect(sent()).toEqual([{ ride_request_id: 'r1', price: 210, hold_min: 5 }]);
    expect((await card()).getByRole('button', { name: 'Submit Quote' })).toBeTruthy();
  });

  test('is not sent after Undo, and the focus stays on the card', async () => {
    await tap();
    const undo = (await card()).getByRole('button', { name: 'Undo' });
    expect(document.activeElement).toBe(undo);
    fireEvent.click(undo);
    await pass(UNDO_MS * 2);
    expect(sent()).toEqual([]);
    expect(document.activeElement).toBe(screen.getByRole('article', { name: 'Asha Verma' }));
    expect(screen.getByText('The quote was not sent')).toBeTruthy();
  });

  test('cannot be undone while it is being sent, and no message says that it was undone', async () => {
    await tap();
    const answer = globalThis.fetch;
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    globalThis.fetch = async (...call) => {
      await held;
      return answer(...call);
    };
    await pass(UNDO_MS + 100);
    const undo = (await card()).getByRole('button', { name: 'Undo' });
    expect(undo.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(undo);
    release();
    await pass(100);
    expect(sent()).toEqual([{ ride_request_id: 'r1', price: 210, hold_min: 5 }]);
    expect(screen.queryByText('The quote was not sent')).toBeNull();
    expect(screen.getByText('Quote submitted successfully!')).toBeTruthy();
    expect(useDelayedQuotes.getState().byRide).toEqual({});
  });

  test('is not sent after the driver has signed out', async () => {
    await tap();
    signOut(null);
    await pass(UNDO_MS * 2);
    expect(sent()).toEqual([]);
  });

  test("shows the server's reason when it is refused", async () => {
    quoted = { status: 409, body: { detail: 'This ride request is no longer open (booked)', code: 'rides.not_open' } };
    await tap();
    await pass(UNDO_MS + 100);
    expect(screen.getByText('This ride request is no longer open (booked)')).toBeTruthy();
    expect(useDelayedQuotes.getState().byRide).toEqual({});
  });
});

test('a request that arrives while the list is shown is announced in one status line', async () => {
  renderPart(<OpenOffers isShown mapPlace={null} />);
  await card();
  const news = () => screen.getAllByRole('status')[0]?.textContent;
  expect(news()).toBe('');
  act(() => upsertOpenRide(aRide({ id: 'new', customer_name: 'Nikhil Rao', created_at: '2026-11-21T05:30:00.000Z' })));
  expect(news()).toBe('New request: Connaught Place to Hauz Khas Village');
});

test('a rejected driver cannot quote, even if the server has not refused the list of requests yet', async () => {
  act(() => upsertProfile({ ...profile, verification_status: 'verified' }));
  renderPart(<Offers />);
  expect(await screen.findByText('Asha Verma')).toBeTruthy();
  // Only the profile has changed, not the list.
  act(() => upsertProfile({ ...profile, verification_status: 'rejected' }));
  expect(screen.getByText('You cannot see ride requests at the moment')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Submit Quote' })).toBeNull();
});
