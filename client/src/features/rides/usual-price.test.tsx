import type { Reference } from '@boli/shared/fares/fares.schema';
import { referenceOf } from '@boli/shared/fares/reference';
import { afterEach, describe, expect, test } from '@jest/globals';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { renderPart } from '../../testing/render';
import { aQuote, aReference, aRide } from '../../testing/ride.builder';
import { OpenRideCard } from './offers/OpenRideCard';
import { QuoteDialog } from './offers/QuoteDialog';
import { QuoteCard } from './quotes/QuoteCard';
import { QuoteDetailsDialog } from './quotes/QuoteDetailsDialog';
import { UsualPrice } from './UsualPrice';

afterEach(cleanup);

const shown = () => {
  const group = screen.getByText('How this is computed').closest('details');
  if (!group) throw new Error('nothing to open');
  return group;
};
const numbersIn = (text: string) => [...text.replaceAll(',', '').matchAll(/\d+(\.\d+)?/g)].map(([n]) => Number(n));
/** The lines of the sum as they are written: the numbers of the label, and the amount. */
function linesOf(): { label: string; said: number[]; amount: number[] }[] {
  return [...shown().querySelectorAll('dt')].map((term) => ({
    label: term.textContent,
    said: numbersIn(term.textContent),
    amount: numbersIn(term.nextElementSibling?.textContent ?? ''),
  }));
}
const halfUp = (value: number, step: number) => Math.floor(value / step + 0.5 + 1e-9) * step;

const isQuarter = (label: string) => /quarters? up to/i.test(label);

/** Computes the usual price from the texts of the lines alone, as docs/FAIRNESS.md describes it, and checks each line. */
function recompute(): number[] {
  let [fare, together] = [0, 0];
  const edges: number[] = [];
  for (const { label, said, amount } of linesOf().filter((line) => !isQuarter(line.label))) {
    const [first = 0, second = 0] = said;
    if (label.startsWith('First')) together += amount[0] ?? 0;
    else if (label.includes('each')) {
      expect(amount).toEqual([halfUp(first * second, 0.01)]);
      together += amount[0] ?? 0;
    } else if (label === 'Together') {
      expect(amount[0]).toBeCloseTo(together, 9);
      fare = amount[0] ?? 0;
    } else if (label.includes('nearest')) {
      const shares = said.slice(0, -1);
      const prices = shares.map((share) => halfUp((fare * share) / 100, said.at(-1) ?? 0));
      expect(amount).toEqual([...new Set(prices)]);
      edges.push(...amount);
    } else {
      expect(amount[0]).toBeCloseTo(halfUp((fare * first) / 100, 0.01), 9);
      fare = amount[0] ?? 0;
    }
  }
  return edges;
}

const rates = { ...aReference().rates, hour_percent: 125 };
const cases: [string, Partial<Reference>, string][] = [
  ['by day', {}, 'Usual ₹155–190'],
  ['for the first kilometres', { km: 2.4, minutes: 9 }, 'Usual ₹80–100'],
  ['at night', { rates }, 'Usual ₹195–240'],
  ['at night in a hatchback', { rates, vehicle_class: 'hatchback', km: 9.4, minutes: 31 }, 'Usual ₹240–295'],
  ['in an SUV', { vehicle_class: 'suv' }, 'Usual ₹200–245'],
  ['from an estimate', { source: 'estimate', km: 7, minutes: 20 }, 'Usual about ₹160–200'],
  ['of a very long ride', { km: 1_234.5, minutes: 1_500 }, 'Usual ₹23,590–28,830'],
];

describe('the usual price on a screen', () => {
  test.each(cases)('%s can be recomputed from what the screen says', (_when, over, text) => {
    const reference = referenceOf({ ...aReference(), ...over });
    renderPart(<UsualPrice reference={reference} half={null} />);
    expect(screen.getByText(text)).toBeTruthy();
    const [low, high, mid] = recompute();
    expect([low, mid, high]).toEqual([reference.low, reference.mid, reference.high]);
    expect(numbersIn(text)).toEqual([low, high]);
  });

  test('names the class, and says why the price is an estimate', () => {
    renderPart(<UsualPrice reference={{ ...aReference(), source: 'estimate', vehicle_class: 'auto' }} half={null} />);
    expect(within(shown()).getByText('57% of it for this class (Auto)')).toBeTruthy();
    expect(within(shown()).getByText(/^An estimate, because the way by road is not known\./)).toBeTruthy();
  });

  test.each([null, undefined])('is absent if none is known (%s)', (reference) => {
    renderPart(<UsualPrice reference={reference} half={null} />);
    expect(screen.queryByText('How this is computed')).toBeNull();
  });
});

describe('with 30 accepted prices, their middle half follows from their quartiles and the usual price beside it', () => {
  const half = { low_percent: 88, high_percent: 103, count: 42, low: 155, high: 180 };
  const ride = aRide({ reference: aReference(), middle_half: half });
  const nothing = () => undefined;
  const suv = referenceOf({ ...aReference(), vehicle_class: 'suv' });

  /** The edges of the middle half: `computed` from its two lines, and as its sentence states them (`said`). */
  function halves() {
    const lines = linesOf().filter(({ label }) => isQuarter(label));
    const computed = lines.map(({ said: [percent = 0, of = 0, step = 0], amount }) => {
      expect(amount).toEqual([halfUp((of * percent) / 100, step)]);
      return amount[0];
    });
    const [sentence = ''] =
      shown().textContent.match(/middle half of 42 accepted prices here at this hour: [₹\d–]+/) ?? [];
    return { computed, said: numbersIn(sentence).slice(1) };
  }

  test.each([
    ['for a driver without a class', null, [155, 180], 'Usual ₹155–190 · ₹26/km'],
    ['for the driver of an SUV', 'suv' as const, [200, 230], 'Usual ₹200–245 · ₹34/km'],
  ])('on a card %s', (_whose, vehicleClass, edges, line) => {
    renderPart(
      <OpenRideCard
        ride={ride}
        place={null}
        usualPerKm={null}
        vehicleClass={vehicleClass}
        onSubmit={nothing}
        onPrice={nothing}
        onAsked={nothing}
        onQuote={nothing}
      />,
    );
    const card = within(screen.getByRole('article'));
    expect(shown().open).toBe(false);
    fireEvent.click(card.getByText(line));
    const [low, high, mid] = recompute();
    expect([low, mid, high]).toEqual(vehicleClass ? [suv.low, suv.mid, suv.high] : [155, 175, 190]);
    expect(halves()).toEqual({ computed: edges, said: edges });
  });

  test("in the driver's quote dialog", () => {
    renderPart(<QuoteDialog ride={ride} vehicleClass="suv" isOpen opened onClose={nothing} onQuote={nothing} />);
    expect(recompute()).toEqual([suv.low, suv.high, suv.mid]);
    expect(halves()).toEqual({ computed: [200, 230], said: [200, 230] });
  });

  test('in the details of a quote', () => {
    const quote = aQuote({ reference: suv, vehicle_class: 'suv' });
    renderPart(
      <QuoteDetailsDialog quote={quote} half={half} onClose={nothing} onSelect={null} onAsk={null} heart={null} />,
    );
    expect(recompute()).toEqual([suv.low, suv.high, suv.mid]);
    expect(halves()).toEqual({ computed: [200, 230], said: [200, 230] });
  });
});

describe('the card of a quote', () => {
  const show = (price: number, reference: Reference | null) =>
    renderPart(
      <QuoteCard
        expired={false}
        quote={aQuote({ price, reference, vehicle_class: 'hatchback' })}
        tag={undefined}
        focused={false}
        fresh={false}
        onFocus={() => undefined}
        onOpen={() => undefined}
        onSelect={null}
        heart={null}
      />,
    );
  const usual = { ...aReference(), low: 210, mid: 235, high: 260 };

  test.each([
    [197, '6% below usual'],
    [209.99, '1% below usual'],
    [210, 'usual price'],
    [260, 'usual price'],
    [270, '4% above usual'],
    [9_999, '3,746% above usual'],
  ])('with a price of ₹%p says "%s", in words', (price, words) => {
    show(price, usual);
    expect(screen.getByText(words)).toBeTruthy();
  });

  test('shows the class of the vehicle beside its model, and no words without a usual price', () => {
    show(240, null);
    expect(screen.getByText(/Maruti Suzuki Dzire · Hatchback$/)).toBeTruthy();
    expect(screen.queryByText(/usual/)).toBeNull();
  });
});
