import type { Quote } from '@boli/shared/rides/quotes.schema';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import { forgetServerTime, recordServerDate } from '../../../core/server-time';
import { noProof } from '../../../testing/proof';
import { renderPart } from '../../../testing/render';
import { aQuote, aRide } from '../../../testing/ride.builder';
import { ClosedRide } from './ClosedRide';
import { QuoteCard } from './QuoteCard';
import { QuoteClock } from './QuoteClock';
import { QuoteDetailsDialog } from './QuoteDetailsDialog';
import { quotePhase } from './quote-clock';
import { SelectPaymentDialog } from './SelectPaymentDialog';
import { useUnexpired } from './use-unexpired';

const NOW = Date.parse('2026-11-24T09:00:00.000Z');
const inMs = (ms: number) => new Date(NOW + ms).toISOString();
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const timed = (ms: number, over: Partial<Quote> = {}) =>
  aQuote({ hold_min: 5, expires_at: inMs(ms), driver_name: 'Sunita', ...over });
const clock = () => screen.getByRole('timer');
const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent);

beforeEach(() => {
  jest.useFakeTimers({ now: NOW });
  forgetServerTime();
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

test('the age of a renewed quote is that of the renewal, on its card and in its details', () => {
  const none = () => undefined;
  const quote = timed(5 * 60_000, { created_at: inMs(-3 * 60_000), offered_at: inMs(0) });
  const { offered_at: _missing, ...kept } = quote;
  const shown = { tag: undefined, focused: false, fresh: false, onFocus: none, onOpen: none, heart: null };
  const ages = () => [...document.querySelectorAll('time')].map(({ dateTime }) => dateTime);
  for (const [of, age] of [
    [quote, inMs(0)],
    // The quote as this device stored it before the field existed.
    [kept as Quote, inMs(-3 * 60_000)],
  ] as const) {
    renderPart(<QuoteCard quote={of} expired={false} onSelect={none} {...shown} />);
    expect(ages()).toEqual([age]);
    cleanup();
    renderPart(<QuoteDetailsDialog quote={of} half={null} onClose={none} onSelect={none} onAsk={none} heart={null} />);
    expect(ages()).toEqual([age]);
    cleanup();
  }
});

describe('the clock of a quote', () => {
  test('runs beside the price while the payment method is chosen', () => {
    const none = () => undefined;
    renderPart(
      <SelectPaymentDialog
        quote={timed(5 * 60_000)}
        ride={aRide()}
        promo={() => null}
        onClose={none}
        onBooked={none}
        proofOf={noProof}
      />,
    );
    expect(clock().textContent).toBe('5:00 left');
  });

  test('counts down in minutes and seconds, is marked in its last minute, and then says that it has expired', async () => {
    renderPart(<QuoteClock quote={timed(5 * 60_000)} name="Sunita" />);
    expect(clock().textContent).toBe('5:00 left');
    expect(clock().dataset.phase).toBe('holds');
    await pass(53_000);
    expect(clock().textContent).toBe('4:07 left');
    await pass(187_000);
    expect([clock().textContent, clock().dataset.phase]).toEqual(['Ends soon: 1:00 left', 'soon']);
    await pass(60_000);
    expect(clock().textContent).toBe('Expired');
  });

  test('is right on a device that is five minutes behind', () => {
    recordServerDate(new Date(NOW + 5 * 60_000).toUTCString(), NOW, NOW);
    renderPart(<QuoteClock quote={timed(7 * 60_000)} name="Sunita" />);
    expect(clock().textContent).toBe('2:00 left');
  });

  test('is silent for screen readers, except once in the last minute and once at the end', async () => {
    renderPart(<QuoteClock quote={timed(90_000)} name="Sunita" />);
    expect(clock().getAttribute('aria-live')).toBe('off');
    const heard = new Set<string | null>();
    for (let second = 0; second < 92; second++) {
      for (const text of said()) heard.add(text);
      await pass(1_000);
    }
    expect([...heard].filter(Boolean)).toEqual(['Sunita: less than a minute left', 'Sunita: expired']);
  });

  test('of a scheduled ride says that the quote holds until the ride', () => {
    renderPart(<QuoteClock quote={timed(5 * 3_600_000, { hold_min: null })} name="Sunita" />);
    expect(clock().textContent).toBe('Holds until the ride');
  });

  test('is not shown for a quote that was made, or stored on this device, before quotes had clocks', () => {
    const { expires_at: _none, ...kept } = aQuote();
    const old: Quote = JSON.parse(JSON.stringify(kept));
    expect(quotePhase(old, NOW)).toBe('holds');
    renderPart(<QuoteClock quote={old} name="Sunita" />);
    renderPart(<QuoteClock quote={aQuote()} name="Sunita" />);
    expect(screen.queryByRole('timer')).toBeNull();
  });
});

test.each<[Partial<Quote>, number | null, string]>([
  [{ status: 'active' }, 60_001, 'holds'],
  [{ status: 'active' }, 60_000, 'soon'],
  [{ status: 'active' }, 1, 'soon'],
  [{ status: 'active' }, 0, 'expired'],
  [{ status: 'active' }, -2_999, 'expired'],
  [{ status: 'active' }, -3_000, 'gone'],
  [{ status: 'active' }, null, 'holds'],
  [{ status: 'expired' }, -1, 'expired'],
  [{ status: 'expired' }, 5_000, 'gone'],
  [{ status: 'expired' }, null, 'gone'],
  [{ status: 'withdrawn' }, 5_000, 'gone'],
  [{ status: 'accepted' }, null, 'holds'],
])('a quote %j with %p ms left: %s', (over, left, phase) => {
  expect(quotePhase(aQuote({ ...over, expires_at: left === null ? null : inMs(left) }), NOW)).toBe(phase);
});

function List({ quotes, isOpen = true }: { quotes: Quote[]; isOpen?: boolean }) {
  const { shown, isExpired } = useUnexpired(quotes, isOpen);
  const none = () => undefined;
  return shown.map((quote) => (
    <QuoteCard
      key={quote.id}
      quote={quote}
      expired={isExpired(quote)}
      tag={undefined}
      focused={false}
      fresh={false}
      onFocus={none}
      onOpen={none}
      onSelect={isExpired(quote) ? null : none}
      heart={null}
    />
  ));
}

describe('the card of a quote', () => {
  const card = () => screen.queryByRole('article');

  test('turns grey and loses its button when the quote expires, and is removed three seconds later', async () => {
    renderPart(<List quotes={[timed(2_000)]} />);
    expect(card()?.dataset.expired).toBe('false');
    expect(screen.getByRole('button', { name: 'Select This Driver' })).toBeTruthy();
    await pass(2_000);
    expect(card()?.dataset.expired).toBe('true');
    expect(screen.queryByRole('button', { name: 'Select This Driver' })).toBeNull();
    await pass(2_000);
    expect(card()).not.toBeNull();
    await pass(1_000);
    expect(card()).toBeNull();
  });

  test('is removed immediately on a request that is no longer open', async () => {
    renderPart(<List quotes={[timed(2_000)]} isOpen={false} />);
    await pass(2_000);
    expect(card()).toBeNull();
  });
});

test.each([
  ['no_quotes', 'Nobody quoted in time.'],
  ['all_expired', 'No quote was left when the request expired.'],
  ['all_withdrawn', 'Every driver withdrew.'],
] as const)('a request that ended with %s says why, and offers the next steps', (end_reason, words) => {
  renderPart(<ClosedRide ride={aRide({ status: 'expired', end_reason })} onOpenBooking={() => undefined} />);
  expect(screen.getByText(words, { exact: false })).toBeTruthy();
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Post again',
    'Post again with another price',
    'Schedule for later',
  ]);
});
