import { expect } from '@jest/globals';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { signIn, signOut } from '../core/session';
import { BookingDetails } from '../features/bookings/BookingDetails';
import { applyBookingsPage, useBookings } from '../features/bookings/bookings.store';
import { StageProvider } from '../ui/stage/stage-map';
import { aBooking } from './booking.builder';
import { renderPart } from './render';
import { aRide } from './ride.builder';
import { type Answer, fakeServer, fakeUploads } from './server';

/** One action of a user, and its request that fails. */
export interface Situation {
  /** The request that fails, as 'METHOD /path'. */
  call: string;
  /** The text of the specification's section 8, which is shown if the server sends no text. */
  fallback: string;
  part: () => ReactNode;
  /** The action of the user. */
  act?: () => unknown;
  /** Responses to the other requests. */
  rest?: Record<string, () => Answer>;
}

export const booking = aBooking();

/** An action without effect. */
export const nothing = () => undefined;
export const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
/** A response with this body. */
export const reply = (body: unknown) => () => ({ body });

/** The details of a booking that is in the store. */
export function Details({ side, over }: { side: 'customer' | 'driver'; over: Parameters<typeof aBooking>[0] }) {
  useState(() => applyBookingsPage([aBooking(over)], 1));
  const does = { onClose: nothing, onChanged: nothing, onOpen: nothing, onRate: nothing };
  return (
    <StageProvider>
      <BookingDetails id={booking.id} side={side} opened {...does} />
    </StageProvider>
  );
}

/** The responses that Booking Details reads. */
export const detailsRest = (over: Parameters<typeof aBooking>[0]) => ({
  [`GET /bookings/${booking.id}`]: reply(aBooking(over)),
  [`GET /rides/request/${booking.ride_request_id}`]: reply(aRide()),
});

const PROXY_PAGE = '<!doctype html><title>Bad gateway</title>';

/** The ways in which a request fails; `ownWords` is the server's text, if any. */
const ways: { how: string; answer: Answer; ownWords?: string }[] = [
  {
    how: 'the server says why',
    answer: { status: 409, body: { detail: 'This is why', code: 'x' } },
    ownWords: 'This is why',
  },
  { how: 'the connection is dropped', answer: { lost: true } },
  { how: 'the server fails without a text', answer: { status: 500 } },
  { how: 'a proxy answers in HTML', answer: { status: 502, page: PROXY_PAGE } },
  { how: 'a hotspot answers 200 with its own page', answer: { status: 200, page: PROXY_PAGE } },
];

const wait = globalThis.setTimeout;
const pauses = [500, 1_500, 3_000];

/** Skips the pauses between retries of a payment verification. */
function skipPauses(): void {
  Object.assign(globalThis, {
    setTimeout: (run: () => void, ms = 0) => wait(run, pauses.includes(ms) ? 0 : ms),
  });
}

/** Cleans up after a situation. */
export function reset(): void {
  cleanup();
  signOut();
  sessionStorage.clear();
  useBookings.setState({ byId: {}, total: null });
  Object.assign(globalThis, { setTimeout: wait });
}

/** Runs a situation with each failure, and expects exactly one error text. */
export async function expectWords({ call, fallback, part, act, rest = {} }: Situation): Promise<void> {
  fakeUploads();
  for (const { how, answer, ownWords } of ways) {
    if (call === 'POST /payment/verify') skipPauses();
    fakeServer({ ...rest, [call]: () => answer });
    const user = { id: 'me', name: 'Me', email: 'me@example.in', role: 'customer' as const, phone: null };
    if (!call.includes('/auth/')) signIn({ access_token: 't', token_type: 'bearer', user });
    renderPart(part(), call.includes('/auth/') ? '/auth' : '/');
    await act?.();
    const words = await screen.findAllByText(ownWords ?? fallback);
    expect([how, words.length]).toEqual([how, 1]);
    expect(screen.queryByText(/successful|successfully|applied/)).toBeNull();
    reset();
  }
}
