import { expect, test } from '@jest/globals';
import { letPass } from '../testing/monotonic';
import { eventually } from '../testing/realtime';
import { chargeDecoding, DECODING_BUDGET, decode } from './decoding';

/**
 * A second more than the burst of an account. The account is refused for ten seconds, which is longer than any machine
 * takes between two statements of a test.
 */
const ALL_AND_A_SECOND = DECODING_BUDGET.burst + 1_000;

/** A sender in a separate network. */
const from = (account: string) => ({ account, address: account });

test('files are decoded one at a time for all accounts; the account with the least decoding time is first', async () => {
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const file = (account: string, name: string) =>
    decode(from(account), async () => {
      order.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
    });
  const files = new Map(['a1', 'a2', 'b1'].map((name) => [name, file(name.slice(0, 1), name)]));
  const expected = ['a1', 'b1', 'a2'];
  for (const [index, name] of expected.entries()) {
    await eventually(() => ends.length === index + 1, 'the next file was not begun');
    // Every task that is free to start has started after one turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    expect(order).toEqual(expected.slice(0, index + 1));
    ends[index]?.();
    await files.get(name);
  }
});

test('an account that has used up its decoding time is refused with 429, and other accounts are served', async () => {
  await decode(from('greedy'), async () => undefined);
  chargeDecoding('greedy', ALL_AND_A_SECOND);
  await expect(decode(from('greedy'), async () => undefined)).rejects.toMatchObject({ status: 429 });
  expect(await decode(from('other'), async () => 'done')).toBe('done');
});

test('an account that has used up its decoding time regains a tenth of the elapsed time', async () => {
  const isRefused = () =>
    decode(from('steady'), async () => undefined).then(
      () => false,
      () => true,
    );
  chargeDecoding('steady', ALL_AND_A_SECOND);
  expect(await isRefused()).toBe(true);
  letPass(595_000);
  expect(await isRefused()).toBe(false);
  chargeDecoding('steady', 59_500);
  letPass(10_000);
  chargeDecoding('steady', 1_500);
  expect(await isRefused()).toBe(true);
});

test('waiting files are refused if their account uses up its time before their turn', async () => {
  const answers = await Promise.allSettled(
    Array.from({ length: 3 }, () => decode(from('together'), async () => letPass(DECODING_BUDGET.burst * 2))),
  );
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
});

test('an account that has used no decoding time is served before further accounts of a network that has used much', async () => {
  const order: string[] = [];
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const file = (account: string, address: string) =>
    decode({ account, address }, async () => {
      order.push(account);
      if (order.length === 1) await gate;
    });
  const crowd = ['crowd 1', 'crowd 2', 'crowd 3'].map((account) => file(account, '203.0.113.7'));
  const single = file('single', '198.51.100.1');
  // The time is the first file's only once that file has begun.
  await eventually(() => order.length === 1, 'the first file was not begun');
  letPass(5_000);
  open();
  await Promise.all([...crowd, single]);
  expect(order.slice(0, 2)).toEqual(['crowd 1', 'single']);
});

test('a file that cannot be decoded does not delay the next one', async () => {
  await expect(
    decode(from('c'), async () => {
      throw new Error('broken');
    }),
  ).rejects.toThrow('broken');
  expect(await decode(from('c'), async () => 'next')).toBe('next');
});
