import type { AppConfig } from '@boli/shared/app/app.schema';
import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type { PublicJurisdiction } from '@boli/shared/jurisdictions/jurisdictions.schema';
import type { FeeRule } from '@boli/shared/pricing/pricing.schema';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useKnownPricing, usePass } from '../core/fee-rule';
import { forgetServerTime, recordServerDate } from '../core/server-time';
import { LawNote } from '../features/admin/LawNote';
import { upsertBooking, useBookings } from '../features/bookings/bookings.store';
import { CancelBooking } from '../features/bookings/CancelBooking';
import { PaymentBox } from '../features/bookings/PaymentBox';
import { AllowedBand } from '../features/rides/AllowedBand';
import { AskedPrice } from '../features/rides/offers/AskedPrice';
import { Breakdown } from '../features/rides/offers/Breakdown';
import { OpenRideCard } from '../features/rides/offers/OpenRideCard';
import { CounterDialog } from '../features/rides/quotes/CounterDialog';
import { aBooking } from '../testing/booking.builder';
import { renderPart } from '../testing/render';
import { aQuote, aReference, aRide } from '../testing/ride.builder';

const law: PublicJurisdiction = {
  id: 'testpur',
  name: 'Testpur',
  date: '2025-07-01',
  source: 'Gazette 7',
  notice: 'Written from the press.',
  fare_band: { rule: 'fare band', low: 0.5, high: 2 },
  driver_share: null,
  cancellation: null,
  before_acceptance: null,
  working_hours: null,
  levies: [],
};
const rule: FeeRule = {
  model: 'commission',
  percent: 10,
  per_ride: 0,
  driver_percent: 95,
  levies: [{ name: 'Welfare levy', percent: 2, of: 'fare', borne_by: 'driver' }],
};
const reference = aReference({ low: 210, mid: 235, high: 260, km: 9.4, minutes: 31 });
let config: Pick<AppConfig, 'pricing' | 'jurisdiction'>;

beforeEach(() => {
  const pricing: AppConfig['pricing'] = { model: 'commission', fee_rule: rule, passes: null };
  config = { pricing, jurisdiction: law };
  useKnownPricing.setState({ pricing });
  Object.defineProperty(window, 'fetch', {
    configurable: true,
    writable: true,
    value: async () => Response.json(config),
  });
});
afterEach(() => {
  cleanup();
  usePass.setState({ until: null });
});
const amountOf = (name: string) => screen.getByText(name).nextElementSibling?.textContent;

test('the quote form says which prices the law allows, and nothing without a usual price', async () => {
  renderPart(<AllowedBand reference={reference} />);
  expect(await screen.findByText('Allowed by law: ₹117.50 to ₹470.00 (fare band)')).toBeTruthy();
  cleanup();
  renderPart(<AllowedBand reference={null} />);
  await Promise.resolve();
  expect(screen.queryByText(/Allowed by law/)).toBeNull();
});

describe('a price outside the band of the law is not offered', () => {
  const nothing = () => undefined;
  const band = (low: number, high: number) => {
    config = { ...config, jurisdiction: { ...law, fare_band: { rule: 'fare band', low, high } } };
  };
  const isDisabled = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled;
  const askedOf = (vehicleClass: 'suv' | null) =>
    renderPart(
      <AskedPrice
        ride={aRide({ reference, asked_price: 150 })}
        quote={null}
        usual={{ perKm: null, vehicleClass }}
        onQuote={nothing}
        onPrice={nothing}
      />,
    );

  test("on the Accept button; the band is that of the driver's vehicle class", async () => {
    // The usual price is ₹240 for a vehicle without a class, and ₹310 for an SUV.
    askedOf('suv');
    const reason = await screen.findByText('Allowed by law: ₹155.00 to ₹620.00 (fare band)');
    expect(isDisabled('Accept ₹150.00')).toBe(true);
    const described = screen.getByRole('button').getAttribute('aria-describedby');
    expect(document.getElementById(described ?? '')?.contains(reason)).toBe(true);
    cleanup();
    askedOf(null);
    await waitFor(() => expect(isDisabled('Accept ₹150.00')).toBe(false), { timeout: 5_000 });
    expect(screen.queryByText(/Allowed by law/)).toBeNull();
  });

  test('by the chips of a request', async () => {
    band(0.95, 1.05);
    renderPart(
      <OpenRideCard
        ride={aRide({ reference })}
        place={null}
        usualPerKm={null}
        onSubmit={nothing}
        onPrice={nothing}
        onAsked={nothing}
        onQuote={nothing}
      />,
    );
    expect(await screen.findByText('Allowed by law: ₹228.00 to ₹252.00 (fare band)')).toBeTruthy();
    expect(['Quote ₹215', 'Quote ₹240 usual', 'Quote ₹265'].map(isDisabled)).toEqual([true, false, true]);
    expect(isDisabled('Submit Quote')).toBe(false);
  });

  test('by the chips of a counter-offer', async () => {
    band(0.9, 2);
    // The law allows ₹211.50 and more. The lowest usual price, ₹210, is less; so are 90% and 85% of the quote.
    renderPart(<CounterDialog quote={aQuote({ price: 230, reference })} onClose={nothing} onAsked={nothing} />);
    const chips = () =>
      screen.queryAllByRole('button', { name: /^Ask for ₹\d+$/ }).map(({ textContent }) => textContent?.trim());
    expect(chips()).toEqual(['₹215', '₹210', '₹205']);
    await screen.findByText(/^Allowed by law: ₹211\.50/);
    expect(chips()).toEqual(['₹215']);
  });
});

test("the split of a price has the fee as the law limits it, and the driver's levies, with their percents", () => {
  renderPart(<Breakdown price={200} />);
  expect(amountOf('Platform fee 10%, at most 5% by law, less the levies')).toBe('-₹6.00');
  expect(amountOf('Welfare levy 2%')).toBe('-₹4.00');
  expect(amountOf('You receive')).toBe('₹190.00');
  expect(screen.queryByText(/90%/)).toBeNull();
});

const ofIndia: FeeRule = {
  ...{ model: 'commission', percent: 10, per_ride: 0, driver_percent: 80 },
  levies: [{ name: 'Social security contribution', percent: 1, of: 'turnover', borne_by: 'platform' }],
};
const perRide: FeeRule = { ...rule, model: 'per_ride', percent: 0, per_ride: 12.5 };
const withoutShare: FeeRule = { model: 'per_ride', percent: 0, per_ride: 900, levies: rule.levies };
const cases = [ofIndia, rule, { ...rule, driver_percent: 66.66 }, perRide, withoutShare].flatMap((fee_rule) =>
  [200, 333.33, 17.05, 0.99].map((price) => ({ fee_rule, price })),
);

/** The lines of the split on the screen: texts and amounts in paise. */
function shownLines(): { label: string; paise: number }[] {
  const section = screen.getByRole('region', { name: 'Pricing breakdown' });
  return [...section.querySelectorAll('dt')].map((term) => ({
    label: term.textContent ?? '',
    paise: Math.round(Number((term.nextElementSibling?.textContent ?? '').replace(/[₹,]/g, '')) * 100),
  }));
}

test.each(cases)('every number of a split follows from the texts beside it: %p', ({ fee_rule, price }) => {
  useKnownPricing.setState({ pricing: { model: fee_rule.model, fee_rule, passes: null } });
  config = { ...config, pricing: { model: fee_rule.model, fee_rule, passes: null } };
  renderPart(<Breakdown price={price} />);
  const [quoted, fee, ...rest] = shownLines();
  const received = rest.pop();
  const whole = quoted?.paise ?? Number.NaN;
  expect(whole).toBe(Math.round(price * 100));
  const part = (percent: number) => Math.floor((whole * Math.round(percent * 100)) / 10_000);
  const levies = rest.map(({ label, paise }) => {
    const percent = Number(/ ([\d.]+)%$/.exec(label)?.[1]);
    expect(paise).toBe(-part(percent));
    return part(percent);
  });
  const sum = levies.reduce((total, levy) => total + levy, 0);
  const [, percent, perRideText] = /^(?:Platform fee ([\d.]+)%|Fee per ride ₹([\d.]+))/.exec(fee?.label ?? '') ?? [];
  const free = percent ? Math.floor((whole * Number(percent) + 50) / 100) : Math.round(Number(perRideText) * 100);
  const most = /, at most ([\d.]+)% by law/.exec(fee?.label ?? '')?.[1];
  const isLess = fee?.label.includes('less the levies');
  const limit = (most ? part(Number(most)) : whole) - (isLess ? sum : 0);
  const expected = Math.max(0, Math.min(free, limit));
  expect(fee?.paise).toBe(0 - expected);
  expect(received?.paise).toBe(whole - expected - sum);
});

test("a driver's split of a booked fare has its levies with their percents", () => {
  const fare = { price: 200, discount_amount: 0, final_price: 200, platform_fee: 6, driver_earnings: 190 };
  const booking = aBooking({ fee_rule: rule, driver_fare: { ...fare, driver_levies: 4 } });
  const nothing = () => undefined;
  renderPart(<PaymentBox booking={booking} side="driver" quiet isAsked={false} onOpen={nothing} />);
  expect(amountOf('Welfare levy 2%')).toBe('-₹4.00');
});

test("a pass ends by the server's clock, however wrong the device's clock is", () => {
  const ahead = Date.now() + 3_600_000;
  recordServerDate(new Date(ahead).toUTCString(), Date.now(), Date.now());
  usePass.setState({ until: new Date(Date.now() + 1_800_000).toISOString() });
  renderPart(<Breakdown price={200} />);
  expect(screen.queryByText('Pass: no fee')).toBeNull();
  forgetServerTime();
});

test('the split of a price has the levies with a pass, too', () => {
  usePass.setState({ until: new Date(Date.now() + 60_000).toISOString() });
  renderPart(<Breakdown price={200} />);
  expect(amountOf('Pass: no fee')).toBe('₹0.00');
  expect(amountOf('Welfare levy 2%')).toBe('-₹4.00');
  expect(amountOf('You receive')).toBe('₹196.00');
});

test('the question before cancelling says what it costs', () => {
  const nothing = () => undefined;
  const rule = { en: 'cancellation fee', hi: 'रद्द करने की फ़ीस' };
  const booking = aBooking({ cancel_cost: { amount: 15, rule } });
  renderPart(<CancelBooking booking={booking} side="customer" opened onClose={nothing} onCancelled={nothing} />);
  expect(screen.getByText('If you cancel now, you pay ₹15.00: cancellation fee.')).toBeTruthy();
});

test('the question before cancelling a started ride says what it costs if nothing was driven', () => {
  const nothing = () => undefined;
  const booking = aBooking({ status: 'in_progress', cancel_cost: { amount: 15, rule: 'the fee' } });
  renderPart(<CancelBooking booking={booking} side="customer" opened onClose={nothing} onCancelled={nothing} />);
  expect(
    screen.getByText('If no ride, or hardly any, was recorded, you pay ₹15.00 for cancelling: the fee.'),
  ).toBeTruthy();
});

test('a fee for cancelling that the dialog did not show is shown, and the cancellation has to be confirmed again', async () => {
  const booking = aBooking({ status: 'accepted' });
  const costs: Booking = { ...booking, version: booking.version + 1, cancel_cost: { amount: 15, rule: 'the fee' } };
  const sent: unknown[] = [];
  Object.defineProperty(window, 'fetch', {
    configurable: true,
    writable: true,
    value: async (url: string, { method, body }: RequestInit = {}) => {
      if (method !== 'PUT') return Response.json(String(url).includes('/bookings/') ? costs : config);
      sent.push(JSON.parse(String(body)).fee);
      if (sent.length > 1) return Response.json({ ...costs, version: costs.version + 1, status: 'cancelled' });
      return Response.json({ detail: 'The fee has changed.', code: 'bookings.fee_changed' }, { status: 409 });
    },
  });
  upsertBooking(booking);
  const ended = jest.fn();
  function Shown() {
    const shown = useBookings(({ byId }) => byId[booking.id]) ?? booking;
    return <CancelBooking booking={shown} side="customer" opened onClose={ended} onCancelled={ended} />;
  }
  renderPart(<Shown />);
  fireEvent.click(screen.getByRole('radio', { name: 'Change of plans' }));
  expect(screen.queryByText(/you pay/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Yes, Cancel' }));
  expect(await screen.findByText('If you cancel now, you pay ₹15.00: the fee.')).toBeTruthy();
  expect(ended).not.toHaveBeenCalled();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Yes, Cancel' })).toHaveProperty('disabled', false));
  fireEvent.click(screen.getByRole('button', { name: 'Yes, Cancel' }));
  await waitFor(() => expect(ended).toHaveBeenCalled());
  expect(sent).toEqual([0, 15]);
});

test('admins read which law applies, with source and date, and that the operator has to check it', async () => {
  renderPart(<LawNote />);
  expect(await screen.findByText(/Rules: Testpur, as of 2025-07-01\. Source: Gazette 7\./)).toBeTruthy();
  expect(screen.getByText(/The operator has to check the law\./)).toBeTruthy();
});
