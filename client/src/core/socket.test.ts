import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { signIn, signOut, updateUser } from './session';
import { getSocket, send, startSocket, useConnection } from './socket';

type Ack = (answer: object) => void;

/** The messages that were sent by socket, each with the function that acknowledges it. */
let asked: { message: string; traceparent: string; ack: Ack }[] = [];

beforeEach(() => {
  jest.useFakeTimers();
  asked = [];
  const socket = getSocket();
  Object.assign(socket, {
    connected: true,
    emit: (message: string, _payload: object, traceparent: string, ack: Ack) =>
      asked.push({ message, traceparent, ack }),
  });
});
afterEach(() => {
  jest.useRealTimers();
  getSocket().connected = false;
});

const user = { id: 'c1', name: 'Asha', email: 'a@example.in', role: 'customer' as const, phone: null };
/** From now on the calls that open and close the socket are recorded instead of executed. */
const recordCalls = () => {
  const calls: string[] = [];
  Object.assign(getSocket(), {
    connected: false,
    connect: () => calls.push('connect'),
    disconnect: () => calls.push('disconnect'),
  });
  return calls;
};
const watchDrivers = () => send('drivers:watch', { driver_ids: [] });
const answerOf = (name: string) => ({ ok: true, drivers: [{ driver_id: name }] });
const disconnect = () => {
  for (const listener of getSocket().listeners('disconnect')) listener('transport close');
};

test('a watch without an acknowledgement is sent again within 2 seconds, but not after its acknowledgement', async () => {
  const answer = watchDrivers();
  expect(asked).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(2_000);
  expect(asked.map(({ message }) => message)).toEqual(['drivers:watch', 'drivers:watch']);
  asked[1]?.ack(answerOf('second'));
  expect(await answer).toEqual(answerOf('second'));
  await jest.advanceTimersByTimeAsync(20_000);
  expect(asked).toHaveLength(2);
});

test('a message names a trace, one for all its attempts', async () => {
  const answers = [watchDrivers(), watchDrivers()];
  await jest.advanceTimersByTimeAsync(2_000);
  const [first, second, ...again] = asked.map(({ traceparent }) => traceparent);
  expect(first).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-00$/);
  expect(second).not.toBe(first);
  expect(again).toEqual([first, second]);
  for (const { ack } of asked) ack(answerOf('any'));
  await Promise.all(answers);
});

test('the first acknowledgement counts, even if it belongs to an earlier attempt', async () => {
  const answer = watchDrivers();
  await jest.advanceTimersByTimeAsync(2_000);
  asked[0]?.ack(answerOf('first'));
  asked[1]?.ack(answerOf('second'));
  expect(await answer).toEqual(answerOf('first'));
});

test('a watch without any acknowledgement fails after 8 seconds and three attempts', async () => {
  const answer = watchDrivers();
  const failure = expect(answer).rejects.toMatchObject({ status: 0 });
  await jest.advanceTimersByTimeAsync(8_000);
  await failure;
  expect(asked).toHaveLength(3);
});

test('a pending message fails immediately on disconnect, and is not sent again after a reconnect', async () => {
  const answer = watchDrivers();
  const failure = expect(answer).rejects.toMatchObject({ status: 0 });
  disconnect();
  await failure;
  await jest.advanceTimersByTimeAsync(20_000);
  expect(asked).toHaveLength(1);
});

test('a message that changes data is sent only once', async () => {
  const answer = send('driver:availability', { is_available: true });
  const failure = expect(answer).rejects.toMatchObject({ status: 0 });
  await jest.advanceTimersByTimeAsync(8_000);
  await failure;
  expect(asked).toHaveLength(1);
});

test('a suspended user has no socket: no reconnect, no banner, and stores poll by REST', async () => {
  const connect = jest.fn();
  Object.assign(getSocket(), { connect, disconnect: jest.fn() });
  globalThis.fetch = async () => new Response('{}', { status: 503 });
  signIn({ access_token: 't', token_type: 'bearer', user });
  startSocket();
  expect(connect).toHaveBeenCalledTimes(1);
  const lose = () => {
    for (const listener of getSocket().listeners('disconnect')) listener('io server disconnect');
    for (const listener of getSocket().listeners('connect_error')) listener(new Error('unauthorized'));
  };
  updateUser({ ...user, suspension: { reason: 'Complaints', suspended_at: '2026-11-20T08:00:00.000Z' } });
  lose();
  await jest.advanceTimersByTimeAsync(4_000);
  window.dispatchEvent(new Event('online'));
  expect(connect).toHaveBeenCalledTimes(1);
  expect(useConnection.getState()).toMatchObject({ downSince: null, fallback: true });
  updateUser(user);
  expect(connect).toHaveBeenCalledTimes(2);
  signOut();
  expect(useConnection.getState().fallback).toBe(false);
});

test('a page that a crowded server asks to wait connects after that wait, and no sooner', async () => {
  const calls = recordCalls();
  const fail = async () => {
    for (const listener of getSocket().listeners('connect_error')) listener(new Error('websocket error'));
    await jest.advanceTimersByTimeAsync(0);
  };
  signIn({ access_token: 't', token_type: 'bearer', user });
  await jest.advanceTimersByTimeAsync(0);
  calls.length = 0;
  globalThis.fetch = async () => new Response('{}', { status: 400 });
  await fail();
  // The library tries again by itself.
  expect(calls).toEqual([]);
  globalThis.fetch = async () => new Response('{}', { status: 503, headers: { 'Retry-After': '7' } });
  await fail();
  expect(calls).toEqual(['disconnect']);
  await jest.advanceTimersByTimeAsync(6_999);
  expect(calls).toEqual(['disconnect']);
  await jest.advanceTimersByTimeAsync(1_701);
  expect(calls).toEqual(['disconnect', 'connect']);
  await fail();
  window.dispatchEvent(new Event('online'));
  expect(calls.slice(2)).toEqual(['disconnect', 'disconnect', 'connect']);
  await jest.advanceTimersByTimeAsync(9_000);
  expect(calls).toHaveLength(5);
  signOut();
});

test('an `online` event reconnects immediately, also while the library waits for its next attempt', () => {
  const calls = recordCalls();
  signIn({ access_token: 't', token_type: 'bearer', user });
  calls.length = 0;
  window.dispatchEvent(new Event('online'));
  expect(calls).toEqual(['disconnect', 'connect']);
  Object.assign(getSocket(), { connected: true });
  window.dispatchEvent(new Event('online'));
  expect(calls).toHaveLength(2);
  signOut();
});

test('the socket of a server that will stop reconnects without the delay of a lost connection', () => {
  const calls = recordCalls();
  signIn({ access_token: 't', token_type: 'bearer', user });
  Object.assign(getSocket(), { connected: true });
  calls.length = 0;
  for (const listener of getSocket().listeners('server:stopping')) listener({});
  expect(calls).toEqual(['disconnect', 'connect']);
  signOut();
});
