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
