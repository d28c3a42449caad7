import type { AppConfig } from '@boli/shared/app/app.schema';
import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type { PublicJurisdiction } from '@boli/shared/jurisdictions/jurisdictions.schema';
import type { FeeRule } from '@boli/shared/pricing/pricing.schema';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useKnownPricing, usePass } from '../core/fee-rule';
import { LawNote } from '../features/admin/LawNote';
import { upsertBooking, useBookings } from '../features/bookings/bookings.store';
import { CancelBooking } from '../features/bookings/CancelBooking';
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

  test("to be accepted, by the usual price for the driver's vehicle", async () => {
    // ₹240 for a vehicle without a class, ₹310 for an SUV.
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
    // The law allows ₹211.50 and more: the usual ₹210 and 90% and 85% of the quote are less.
    renderPart(<CounterDialog quote={aQuote({ price: 230, reference })} onClose={nothing} onAsked={nothing} />);
    const chips = () =>
      screen.queryAllByRole('button', { name: /^Ask for ₹\d+$/ }).map(({ textContent }) => textContent);
    expect(chips()).toEqual(['₹215', '₹210', '₹205']);
    await screen.findByText(/^Allowed by law: ₹211\.50/);
    expect(chips()).toEqual(['₹215']);
  });
});

test("the split of a price has the fee that the law leaves and the driver's levies, and names no commission", () => {
  renderPart(<Breakdown price={200} />);
  expect(amountOf('Platform fee')).toBe('-₹6.00');
  expect(amountOf('Welfare levy')).toBe('-₹4.00');
  expect(amountOf('You receive')).toBe('₹190.00');
  expect(screen.queryByText(/10%|90%/)).toBeNull();
});

test('the split of a price has the levies with a pass, too', () => {
  usePass.setState({ until: new Date(Date.now() + 60_000).toISOString() });
  renderPart(<Breakdown price={200} />);
  expect(amountOf('Pass: no fee')).toBe('₹0.00');
  expect(amountOf('Welfare levy')).toBe('-₹4.00');
  expect(amountOf('You receive')).toBe('₹196.00');
});

test('the question before cancelling says what it costs', () => {
  const nothing = () => undefined;
  const booking = aBooking({ cancel_cost: { amount: 15, rule: 'cancellation fee' } });
  renderPart(<CancelBooking booking={booking} side="customer" opened onClose={nothing} onCancelled={nothing} />);
  expect(screen.getByText('If you cancel now, you pay ₹15.00: cancellation fee.')).toBeTruthy();
});

test('a fee for cancelling that was not shown is shown, and has to be confirmed again', async () => {
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
