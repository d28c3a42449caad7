import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { cleanup, fireEvent, screen, act as settle, waitFor } from '@testing-library/react';
import { create } from 'zustand';
import { LeavingPage, signInAs } from '../testing/leaving-page';
import { renderPart } from '../testing/render';
import { ApiError } from './api';
import type { Proof } from './lost-reply';
import { signOut } from './session';
import { useConnection } from './socket';
import { useAction } from './use-action';

/** What the page knows of the data on the server. */
const usePage = create<{ added: string | null }>(() => ({ added: null }));
/** What the server has stored, which a read brings to the page. */
let stored: string | null;
let canRead: boolean;
let reads = 0;
const proof: Proof<string> = {
  find: () => usePage.getState().added ?? undefined,
  subscribe: usePage.subscribe,
  read: async () => {
    reads += 1;
    if (!canRead) throw new ApiError(0);
    usePage.setState({ added: stored });
  },
};

interface Try {
  key: string;
  fail: (error: Error) => Promise<void>;
}
let tries: Try[];
let done: string[];

function Part() {
  const { busy, act } = useAction();
  const press = () =>
    act({
      name: 'press',
      run: (key) =>
        new Promise<string>((_resolve, reject) => {
          tries.push({ key, fail: (error) => settle(async () => reject(error)) });
        }),
      proof,
      successMessage: 'contacts.added',
      errorMessage: 'contacts.add_failed',
      onSuccess: (answer) => done.push(answer),
    });
  return (
    <button type="button" aria-busy={busy !== null} onClick={() => void press()}>
      Add
    </button>
  );
}

const press = (name = 'Add') => fireEvent.click(screen.getByRole('button', { name }));
const lose = (error: Error = new ApiError(0)) => tries.at(-1)?.fail(error);
const push = (added: string) => settle(async () => usePage.setState({ added }));
const connect = (connected: boolean) => settle(async () => useConnection.setState({ connected }));
const error = () => screen.queryByText(/^Failed to add contact/);
const isToldOnce = async () => {
  expect(await screen.findAllByText('Emergency contact added')).toHaveLength(1);
  await waitFor(() => expect(error()).toBeNull());
};

beforeEach(() => {
  [tries, done, stored, canRead] = [[], [], null, false];
  usePage.setState({ added: null });
  useConnection.setState({ connected: true });
  signInAs('asha');
});
afterEach(() => {
  cleanup();
  signOut();
});

// This test comes first, because the calls that later tests leave unanswered cause reads at each connection.
test('after a sign-out nothing more is read for an action in doubt', async () => {
  renderPart(<Part />);
  press();
  canRead = false;
  await lose();
  signOut();
  const before = reads;
  await connect(false);
  await connect(true);
  expect(reads).toBe(before);
});

test('an action whose response was lost counts as succeeded as soon as a push shows its result, and its error is closed', async () => {
  renderPart(<Part />);
  press();
  await lose();
  expect(error()).not.toBeNull();
  await push('by push');
  await isToldOnce();
  expect(done).toEqual(['by push']);
  await push('later');
  expect(done).toEqual(['by push']);
});

test('the error is also closed if the page reads the result when the connection is back', async () => {
  renderPart(<Part />);
  press();
  await lose();
  await connect(false);
  [stored, canRead] = ['by reading', true];
  expect(done).toEqual([]);
  await connect(true);
  await isToldOnce();
  expect(done).toEqual(['by reading']);
});

test('if the push came before the response was lost, no error is shown', async () => {
  renderPart(<Part />);
  press();
  await push('by push');
  await lose(new ApiError(503));
  expect(error()).toBeNull();
  await isToldOnce();
  expect(done).toEqual(['by push']);
});

test('a call that hangs on a dead connection ends once the page is connected again and sees the result of the call', async () => {
  renderPart(<Part />);
  press();
  await connect(false);
  [stored, canRead] = ['by reading', true];
  await connect(true);
  await isToldOnce();
  expect([done, screen.getByRole('button', { name: 'Add' }).getAttribute('aria-busy')]).toEqual([
    ['by reading'],
    'false',
  ]);
});

test('a retry of an action in doubt has the same idempotency key; an action after the proof has another key', async () => {
  renderPart(<Part />);
  press();
  await lose();
  press();
  await lose();
  await push('by push');
  await isToldOnce();
  expect(done).toEqual(['by push']);
  await waitFor(
    () => {
      press();
      expect(tries).toHaveLength(3);
    },
    { timeout: 5_000 },
  );
  const [first, second, third] = tries.map(({ key }) => key);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test('an action that the server refused is not in doubt: its error stays', async () => {
  renderPart(<Part />);
  press();
  await lose(new ApiError(409));
  await push('of another device');
  expect(error()).not.toBeNull();
  expect(done).toEqual([]);
});

test('a success is reported even to a user who has left the screen, but does not change the present screen', async () => {
  renderPart(
    <LeavingPage>
      <Part />
    </LeavingPage>,
  );
  press();
  await lose();
  press('Leave');
  await push('by push');
  await isToldOnce();
  expect(done).toEqual([]);
});

test('an action of another user of the page is no proof', async () => {
  renderPart(<Part />);
  press();
  await lose();
  await settle(async () => signInAs('ravi'));
  await push('by ravi');
  expect(screen.queryByText('Emergency contact added')).toBeNull();
  expect(done).toEqual([]);
});
