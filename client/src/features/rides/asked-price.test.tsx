import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { renderPart } from '../../testing/render';
import { aQuote, aRide } from '../../testing/ride.builder';
import { AskedPriceField } from './AskedPriceField';
import { AskedNote, AskedPrice } from './offers/AskedPrice';
import { askedOf } from './prefill';
import { ClosedRide } from './quotes/ClosedRide';
import { WaitingForQuotes } from './quotes/WaitingForQuotes';
import { bodyOf, emptyDraft, hasEntered } from './ride-draft';

const NOW = Date.parse('2026-11-24T09:00:00.000Z');
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const LOCK_MS = 1_300;
const none = () => undefined;
const recent = (over: Partial<RideRequest>) => aRide({ created_at: new Date(NOW).toISOString(), ...over });

let sent: { path: string; body: unknown }[];
let reply: unknown;
beforeEach(() => {
  jest.useFakeTimers({ now: NOW });
  sessionStorage.clear();
  sent = [];
  Object.defineProperty(window, 'fetch', {
    configurable: true,
    writable: true,
    value: async (path: string, init?: { method?: string; body?: string }) => {
      if (init?.method === 'POST') sent.push({ path, body: init.body ? JSON.parse(init.body) : null });
      return { ok: true, status: 200, headers: new Headers(), json: async () => reply };
    },
  });
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

describe('the asked price in the form', () => {
  const show = (more: object = {}) =>
    renderPart(
      <AskedPriceField
        value=""
        error={undefined}
        reference={null}
        isWanted={false}
        onChange={none}
        onBlur={none}
        {...more}
      />,
    );
  const isOpen = () => screen.getByText('Name your price').closest('details')?.open;

  test('is folded away, unless it has a value, is wanted, or was refused', () => {
    show();
    expect(isOpen()).toBe(false);
    for (const more of [{ value: '220' }, { isWanted: true }, { error: 'Please enter a price' }]) {
      cleanup();
      show(more);
      expect(isOpen()).toBe(true);
    }
  });

  test('is sent as a number, or not sent if the field is empty; a typed price counts as something that the customer entered', () => {
    expect(bodyOf({ ...emptyDraft, asked: '220.5' }).asked_price).toBe(220.5);
    expect(bodyOf({ ...emptyDraft, asked: ' ' })).not.toHaveProperty('asked_price');
    expect(hasEntered({ ...emptyDraft, asked: '220' }, {})).toBe(true);
    expect(hasEntered({ ...emptyDraft, asked: '220' }, { asked: '220' })).toBe(false);
  });

  test('is filled in when a request is posted again; a request that was stored before the field existed has no price', () => {
    expect(askedOf(aRide({ asked_price: 220.5 }))).toBe('220.5');
    const { asked_price: _price, ...before } = aRide();
    expect(askedOf(JSON.parse(JSON.stringify(before)))).toBe('');
  });
});

describe("the customer's price on a driver's card", () => {
  const usual = { perKm: 20, vehicleClass: null };
  const show = (over: Partial<RideRequest>, quote = aQuote({ status: 'withdrawn' })) => {
    const [quoted, opened]: [unknown[], number[]] = [[], []];
    renderPart(
      <AskedPrice
        ride={recent({ distance_km: 11, road: null, ...over })}
        quote={quote}
        usual={usual}
        onQuote={(made) => quoted.push(made)}
        onPrice={(price) => opened.push(price)}
      />,
    );
    return { quoted, opened };
  };
  const accept = (price: string) => screen.queryByRole('button', { name: `Accept ${price}` });

  test('is quoted by one press, exactly, with the hold that the server chooses', async () => {
    const { quoted, opened } = show({ asked_price: 220 });
    expect(screen.getByText('Customer asks for ₹220.00')).toBeTruthy();
    await pass(LOCK_MS);
    reply = aQuote({ price: 220 });
    const button = accept('₹220.00');
    if (button) fireEvent.click(button);
    await pass(0);
    expect(sent.map(({ body }) => body)).toMatchObject([{ price: 220, hold_min: null }]);
    expect([quoted.length, opened]).toEqual([1, []]);
  });

  test('that has to be confirmed opens the dialog instead', async () => {
    const { opened } = show({ asked_price: 0 });
    await pass(LOCK_MS);
    const button = accept('₹0.00');
    if (button) fireEvent.click(button);
    await pass(0);
    expect([sent, opened]).toEqual([[], [0]]);
  });

  test('has no button once it is quoted; nothing is shown if no price was named', () => {
    show({ asked_price: 220 }, aQuote({ price: 220 }));
    expect(accept('₹220.00')).toBeNull();
    cleanup();
    show({ asked_price: null });
    expect(screen.queryByText(/Customer asks/)).toBeNull();
  });

  test('is shown in the quote dialog, too', () => {
    renderPart(<AskedNote ride={{ asked_price: 220 }} />);
    expect(screen.getByText('Customer asks for ₹220.00')).toBeTruthy();
  });
});

describe('an open request of which no quote can be chosen', () => {
  const show = (over: Partial<RideRequest>) =>
    renderPart(<WaitingForQuotes ride={recent(over)} isReopened={false} outlook={null} />);
  const steps = () =>
    screen.getAllByRole('listitem').map((item) => item.textContent?.replace(/(Drivers|Notifies|Cancels|New q).*/, ''));

  test('says that its quotes have ended, and offers steps; Keep waiting hides them', async () => {
    show({ quotes_ended: 'all_withdrawn', asked_price: 220 });
    expect(screen.getByText('Every quote was withdrawn. New ones may come.')).toBeTruthy();
    expect(steps()).toEqual([
      'Keep waiting',
      'Raise your price',
      'Ask drivers farther away',
      'Post again with changes',
      'Schedule it for later',
    ]);
    fireEvent.click(screen.getByRole('button', { name: /^Keep waiting/ }));
    expect(screen.queryByText(/^Every quote/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Raise your price' })).toBeTruthy();
  });

  test('does not say that drivers withdrew, or that quotes expired, if a quote ended with its booking', () => {
    show({ quotes_ended: 'none_left' });
    expect(screen.getByText('No quote is left to choose. New ones may come.')).toBeTruthy();
    expect(steps()).toContain('Ask drivers farther away');
  });

  test('asks drivers farther away once', async () => {
    show({ quotes_ended: 'all_expired' });
    reply = recent({ widened: true, version: 2 });
    fireEvent.click(screen.getByRole('button', { name: /^Ask drivers farther away/ }));
    await pass(0);
    expect(sent).toMatchObject([{ path: expect.stringMatching(/\/widen$/) }]);
    cleanup();
    show({ quotes_ended: 'all_expired', widened: true });
    expect(screen.queryByRole('button', { name: /^Ask drivers farther away/ })).toBeNull();
    expect(screen.getByText('Drivers up to twice as far away were notified.')).toBeTruthy();
  });

  test('accepts only a price that is higher than before', async () => {
    show({ asked_price: 220 });
    fireEvent.click(screen.getByRole('button', { name: 'Raise your price' }));
    await pass(300);
    const field = screen.getByRole('spinbutton');
    const send = async (price: string) => {
      fireEvent.change(field, { target: { value: price } });
      const form = field.closest('form');
      if (form) fireEvent.submit(form);
      await pass(0);
    };
    await send('220');
    expect(screen.getByText('Ask for more than before')).toBeTruthy();
    expect(sent).toEqual([]);
    reply = recent({ asked_price: 230, version: 2 });
    await send('230');
    expect(sent).toMatchObject([{ path: expect.stringMatching(/\/price$/), body: { asked_price: 230 } }]);
  });
});

test('a request that has expired can be posted again with another price', () => {
  renderPart(<ClosedRide ride={aRide({ status: 'expired', end_reason: 'no_quotes' })} onOpenBooking={none} />);
  expect(screen.getByRole('button', { name: 'Post again with another price' })).toBeTruthy();
});
