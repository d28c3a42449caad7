import { expect } from '@jest/globals';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { signIn, signOut } from '../core/session';
import { BookingDetails } from '../features/bookings/BookingDetails';
import { applyBookingsPage, useBookings } from '../features/bookings/bookings.store';
import { aBooking } from './booking.builder';
import { renderPart } from './render';
import { aRide } from './ride.builder';
import { type Answer, standInServer, standInUploads } from './server';

/** One thing that a person does, and the call of it that goes wrong. */
export interface Situation {
  /** The call that goes wrong. */
  call: string;
  /** The sentence of section 8 where the server gives none. */
  fallback: string;
  part: () => ReactNode;
  /** What the person does. */
  act?: () => unknown;
  /** Answers to the calls that go well. */
  rest?: Record<string, () => Answer>;
}

export const booking = aBooking();

export const nothing = () => undefined;
export const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
export const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
export const give = (body: unknown) => () => ({ body });

/** The details of a booking as it is known already. */
export function Details({ side, over }: { side: 'customer' | 'driver'; over: Parameters<typeof aBooking>[0] }) {
  useState(() => applyBookingsPage([aBooking(over)], 1));
  return <BookingDetails id={booking.id} side={side} opened onClose={nothing} onChanged={nothing} onOpen={nothing} />;
}

/** What is read with them. */
export const detailsRest = (over: Parameters<typeof aBooking>[0]) => ({
  [`GET /bookings/${booking.id}`]: give(aBooking(over)),
  [`GET /rides/request/${booking.ride_request_id}`]: give(aRide()),
});

const PROXY_PAGE = '<!doctype html><title>Bad gateway</title>';

/** How a call may go wrong, and whose words a person reads then. */
const ways: { how: string; answer: Answer; ownWords?: string }[] = [
  {
    how: 'the server says why',
    answer: { status: 409, body: { detail: 'This is why', code: 'x' } },
    ownWords: 'This is why',
  },
  { how: 'the connection is dropped', answer: { lost: true } },
  { how: 'the server fails without a word', answer: { status: 500 } },
  { how: 'a proxy answers in HTML', answer: { status: 502, page: PROXY_PAGE } },
  { how: 'a hotspot answers 200 with its own page', answer: { status: 200, page: PROXY_PAGE } },
];

const wait = globalThis.setTimeout;
const pauses = [500, 1_500, 3_000];

/** A proof that got lost is sent again after pauses, which nobody has to sit through here. */
function skipPauses(): void {
  Object.assign(globalThis, {
    setTimeout: (run: () => void, ms = 0) => wait(run, pauses.includes(ms) ? 0 : ms),
  });
}

/** Forgets all that a situation has left behind. */
export function leave(): void {
  cleanup();
  signOut();
  sessionStorage.clear();
  useBookings.setState({ byId: {}, total: null });
  Object.assign(globalThis, { setTimeout: wait });
}

/** Goes through a situation in each way it may go wrong, and looks for the one sentence that a person must read. */
export async function expectWords({ call, fallback, part, act, rest = {} }: Situation): Promise<void> {
  standInUploads();
  for (const { how, answer, ownWords } of ways) {
    if (call === 'POST /payment/verify') skipPauses();
    standInServer({ ...rest, [call]: () => answer });
    const user = { id: 'me', name: 'Me', email: 'me@example.in', role: 'customer' as const, phone: null };
    if (!call.includes('/auth/')) signIn({ access_token: 't', token_type: 'bearer', user });
    renderPart(part(), call.includes('/auth/') ? '/auth' : '/');
    await act?.();
    const words = await screen.findAllByText(ownWords ?? fallback);
    expect([how, words.length]).toEqual([how, 1]);
    expect(screen.queryByText(/successful|successfully|applied/)).toBeNull();
    leave();
  }
}
