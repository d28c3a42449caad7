import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { cleanup, fireEvent, screen, act as settle, waitFor } from '@testing-library/react';
import { LeavingPage, signInAs } from '../testing/leaving-page';
import { renderPart } from '../testing/render';
import { ApiError } from './api';
import { signOut } from './session';
import { useAction } from './use-action';

interface Try {
  key: string;
  succeed: () => Promise<void>;
  fail: (error?: Error) => Promise<void>;
}

/** Every attempt, which the test lets succeed or fail. */
let tries: Try[];
let done: string[];
let pressInput: unknown;
const run = (key: string) =>
  new Promise<string>((resolve, reject) => {
    tries.push({
      key,
      succeed: () => settle(async () => resolve('the answer')),
      fail: (error = new ApiError(503)) => settle(async () => reject(error)),
    });
  });

function Part({ after }: { after?: () => Promise<void> }) {
  const { busy, act } = useAction(after);
  return (
    <button
      type="button"
      aria-busy={busy !== null}
      onClick={() =>
        void act({
          name: 'press',
          input: pressInput,
          run,
          successMessage: 'contacts.added',
          errorMessage: 'contacts.add_failed',
          onSuccess: (answer) => done.push(answer),
        })
      }
    >
      Add
    </button>
  );
}

const press = (name = 'Add') => fireEvent.click(screen.getByRole('button', { name }));
const isBusy = () => screen.getByRole('button', { name: 'Add' }).getAttribute('aria-busy') === 'true';
const last = () => {
  const newest = tries.at(-1);
  if (!newest) throw new Error('nothing was tried');
  return newest;
};

beforeEach(() => {
  tries = [];
  done = [];
  pressInput = undefined;
  signInAs('asha');
});
afterEach(() => {
  cleanup();
  signOut();
});

test('a second press at the same time, while the action is busy, or right after its success runs nothing', async () => {
  const clock = jest.spyOn(performance, 'now').mockReturnValue(performance.now());
  renderPart(<Part />);
  press();
  press();
  expect([tries.length, isBusy()]).toEqual([1, true]);
  await last().succeed();
  expect(await screen.findAllByText('Emergency contact added')).toHaveLength(1);
  expect([done, isBusy()]).toEqual([['the answer'], false]);
  press();
  expect(tries).toHaveLength(1);
  clock.mockRestore();
});

test('a press with another input, or one second later, is not a double press', async () => {
  renderPart(<Part />);
  pressInput = { price: 1 };
  press();
  await last().succeed();
  pressInput = { price: 2 };
  press();
  expect(tries).toHaveLength(2);
  await last().succeed();
  await waitFor(
    () => {
      press();
      expect(tries).toHaveLength(3);
    },
    { timeout: 5_000 },
  );
  const [, before, again] = tries.map(({ key }) => key);
  expect(again).not.toBe(before);
});

test('a failure shows a toast, and retries have the same idempotency key until one succeeds', async () => {
  renderPart(<Part />);
  press();
  await last().fail();
  expect(await screen.findByText(/^Failed to add contact/)).toBeTruthy();
  expect([done, isBusy()]).toEqual([[], false]);
  press();
  await last().fail(new ApiError(409, { detail: 'In the words of the server' }));
  expect(await screen.findByText('In the words of the server')).toBeTruthy();
  press();
  await last().succeed();
  const [first, second, third] = tries.map(({ key }) => key);
  expect([second, third]).toEqual([first, first]);
  pressInput = 'another';
  press();
  expect(last().key).not.toBe(first);
});

test('another input has another idempotency key, and so has the first input when it is sent again after that', async () => {
  renderPart(<Part />);
  for (const input of ['a', 'b', 'a']) {
    pressInput = input;
    press();
    await last().fail();
  }
  expect(new Set(tries.map(({ key }) => key)).size).toBe(3);
});

test('the result shows a toast even if the button was unmounted in the meantime', async () => {
  renderPart(
    <LeavingPage>
      <Part />
    </LeavingPage>,
  );
  press();
  press('Leave');
  await last().succeed();
  expect(await screen.findByText('Emergency contact added')).toBeTruthy();
  expect(done).toEqual(['the answer']);
});

test.each(['succeed', 'fail'] as const)(
  'the result of an action that %ss for one user is not shown to the next user',
  async (way) => {
    renderPart(<Part />);
    press();
    await settle(async () => signInAs('ravi'));
    await last()[way]();
    expect(isBusy()).toBe(false);
    expect(screen.queryByText(/contact/i)).toBeNull();
    expect(done).toEqual([]);
  },
);

test('an action stays busy until its `after` has finished, also after a failure', async () => {
  let finish: () => void = () => undefined;
  const after = () =>
    new Promise<void>((resolve) => {
      finish = resolve;
    });
  renderPart(<Part after={after} />);
  press();
  await last().fail();
  expect(isBusy()).toBe(true);
  await settle(async () => finish());
  expect(isBusy()).toBe(false);
});
