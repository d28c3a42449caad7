import { COMMISSION, type FeeRule } from '@boli/shared/core/money';
import { presentFeeRule } from '@boli/shared/pricing/pricing.schema';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { useKnownPricing } from '../../../core/fee-rule';
import { useOwnCost } from '../../../core/own-cost';
import { renderPart } from '../../../testing/render';
import { aReference, aRide } from '../../../testing/ride.builder';
import type { OpenRide } from '../open-rides.store';
import { NetEarnings } from './NetEarnings';
import { OpenRideCard } from './OpenRideCard';
import { QuoteDialog } from './QuoteDialog';

const announce = (rule: FeeRule) =>
  useKnownPricing.setState({ pricing: { model: rule.model, fee_rule: presentFeeRule(rule), passes: null } });
beforeEach(() => {
  announce(COMMISSION);
  useOwnCost.setState({ perKm: 8 });
});
afterEach(() => {
  cleanup();
  useOwnCost.setState({ perKm: null });
  sessionStorage.clear();
});

const known = { to_pickup_min: 7, to_pickup_km: 2.13, to_pickup_source: 'roads' as const };
const ride = (over: Partial<OpenRide> = {}): OpenRide => ({
  ...aRide({ road: { distance_km: 6.7, duration_min: 19, source: 'roads' }, ...known }),
  minutesAt: Date.now(),
  ...over,
});
/** The numbers of a text, with the sign of an amount: "-₹70.40" is -70.4. */
const numbersIn = (text: string) =>
  [...text.replaceAll(',', '').matchAll(/(-?)₹?(\d+(?:\.\d+)?)/g)].map(([, sign, number]) =>
    Number(`${sign}${number}`),
  );
const halfUp = (value: number, step: number) => Math.floor(value / step + 0.5 + 1e-9) * step;

/** Computes the amounts from the texts of the lines alone, as docs/FAIRNESS.md describes it, and checks each line. */
function recompute(place: HTMLElement) {
  const found = new Map(
    [...place.querySelectorAll('dt')].map((term) => [
      term.textContent.replace(/[\d.,₹]+/g, '#'),
      { said: numbersIn(term.textContent), shown: numbersIn(term.nextElementSibling?.textContent ?? '') },
    ]),
  );
  const at = (label: string) => found.get(label) ?? { said: [], shown: [] };
  const [emptyKm = 0, emptyMin = 0] = at('Empty# to the pickup').shown;
  const [km = 0, min = 0] = at('With the rider').shown;
  const [wait = 0] = at('Waiting at the pickup# assumed').shown;
  const [earned = 0] = at('After the fee').shown;
  const { said: [costKm = 0, rate = 0] = [], shown: [cost = 0] = [] } = at('Your cost# # km at # each');
  if (rate > 0) {
    expect(costKm).toBeCloseTo(emptyKm + km, 9);
    expect(cost).toBeCloseTo(-halfUp(rate * costKm, 0.01), 9);
  }
  const [net = 0] = at('Remains').shown;
  expect(net).toBeCloseTo(earned + cost, 9);
  const { said: [allKm = 0] = [], shown: [perKm = 0] = [] } = at('For a kilometre# with # km in all');
  expect(allKm).toBeCloseTo(emptyKm + km, 9);
  expect(perKm).toBeCloseTo(halfUp(net / allKm, 0.01), 9);
  const { said: [hour = 0, allMin = 0] = [], shown: [perHour = 0] = [] } = at('For an hour (# min)# with # min in all');
  expect(allMin).toBe(emptyMin + wait + min);
  expect(perHour).toBeCloseTo(halfUp((net * hour) / allMin, 0.01), 9);
  return { earned, perKm, perHour };
}

describe('what remains of a price', () => {
  const place = { lat: 28.6, lng: 77.2 };
  const noMinutes = { to_pickup_min: null, to_pickup_km: null, to_pickup_source: null };
  test.each<[string, OpenRide, number | null]>([
    ['by road', ride(), 8],
    ['with a cost of paise', ride(), 7.35],
    ['without a cost', ride(), null],
    ['at a loss', ride(), 99.99],
    ['with minutes but no kilometres from the server', ride({ to_pickup_km: null }), 8],
    ['from estimates', ride({ ...noMinutes, road: { distance_km: 6.7, duration_min: 24, source: 'estimate' } }), 8],
    ['for a scheduled ride', ride({ scheduled_time: '2026-11-22T04:00:00.000Z' }), 8],
    ['for a ride stored without a road', ride({ road: null }), 8],
  ])('%s can be recomputed from what the screen says', (_when, asked, perKm) => {
    useOwnCost.setState({ perKm });
    renderPart(<NetEarnings ride={asked} place={place} price={237.4} />);
    const found = recompute(screen.getByRole('group'));
    expect(found.earned).toBe(213.66);
    const line = screen.getByText(/^At ₹237.40:/).textContent;
    expect(numbersIn(line).slice(1)).toEqual([halfUp(found.perKm, 1), halfUp(found.perHour, 1)]);
  });

  test('is one line, marked "about" only if something is estimated', () => {
    const { unmount } = renderPart(<NetEarnings ride={ride()} place={null} price={235} />);
    expect(screen.getByText('At ₹235: ₹16/km, ₹292/h')).toBeTruthy();
    unmount();
    renderPart(<NetEarnings ride={ride({ to_pickup_km: null })} place={place} price={235} />);
    expect(screen.getByText(/^At ₹235: about ₹/)).toBeTruthy();
    expect(screen.getByText(/^An estimate, because a way by road is not known\./)).toBeTruthy();
  });

  test('says that the way to the pickup or the cost is missing', () => {
    useOwnCost.setState({ perKm: null });
    renderPart(<NetEarnings ride={ride(noMinutes)} place={null} price={235} />);
    const text = screen.getByRole('group').textContent;
    expect(text).toContain('Without the way to the pickup, which is not known.');
    expect(text).toContain('Set your cost per km in the profile to take it off here.');
  });

  test('is after fee and levies where the driver bears a levy, and says so', () => {
    announce({ ...COMMISSION, levies: [{ name: 'Welfare levy', percent: 1, of: 'fare', borne_by: 'driver' }] });
    renderPart(<NetEarnings ride={ride()} place={place} price={200} />);
    const line = screen.getByText('After fee and levies');
    expect(line.nextElementSibling?.textContent).toBe('₹178.00');
    expect(screen.queryByText('After the fee')).toBeNull();
  });

  test('is absent until the fee is known', () => {
    useKnownPricing.setState({ pricing: null });
    renderPart(<NetEarnings ride={ride()} place={null} price={235} />);
    expect(screen.queryByText(/^At ₹/)).toBeNull();
  });

  test('follows the typed price and the pressed chip in the quote dialog', () => {
    const asked = ride({ reference: aReference() });
    renderPart(
      <QuoteDialog ride={asked} isOpen opened onClose={() => undefined} onQuote={() => undefined} place={null} />,
    );
    expect(screen.queryByText(/^At ₹/)).toBeNull();
    fireEvent.change(screen.getByRole('spinbutton'), { target: { value: '200' } });
    expect(screen.getByText(/^At ₹200:/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: /usual/ }));
    expect(screen.getByText(/^At ₹175:/)).toBeTruthy();
  });

  test('is shown on the card of a request, computed for the usual price', () => {
    const asked = ride({ reference: aReference() });
    renderPart(
      <OpenRideCard
        ride={asked}
        place={null}
        usualPerKm={null}
        onSubmit={() => undefined}
        onPrice={() => undefined}
        onAsked={() => undefined}
        onQuote={() => undefined}
      />,
    );
    expect(within(screen.getByRole('article')).getByText(/^At ₹175: ₹\d+\/km, ₹\d+\/h$/)).toBeTruthy();
    expect(screen.getByText('7 min to pickup').parentElement?.textContent).toBe('7 min to pickup · 2.1 km');
  });
});
