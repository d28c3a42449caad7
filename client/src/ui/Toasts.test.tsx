import { TOAST_MAX } from '@boli/shared/core/constants';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import { toast } from '../core/toast';
import { renderPart } from '../testing/render';

beforeEach(() => {
  jest.useFakeTimers();
  renderPart(null);
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

/** Lets time pass in small steps, because a toast disappears in several steps. */
async function pass(ms: number): Promise<void> {
  for (let gone = 0; gone < ms; gone += 100) await act(() => jest.advanceTimersByTimeAsync(100));
}
const say = (kind: keyof typeof toast, text: string) => act(() => toast[kind](text));

describe('a toast', () => {
  test.each([
    ['success', 3_000],
    ['info', 4_000],
    ['warning', 4_000],
  ] as const)('of kind %s stays for %d ms', async (kind, ms) => {
    await say(kind, 'Something happened');
    await pass(ms - 100);
    expect(screen.queryByText('Something happened')).not.toBeNull();
    // The rest of the toast's time, and the duration of its closing.
    await pass(100 + 700);
    expect(screen.queryByText('Something happened')).toBeNull();
  });

  test('of an error stays until the user closes it or a success closes it', async () => {
    await say('error', 'Something failed');
    await pass(10_000);
    expect(screen.getByRole('alert').textContent).toBe('Something failed');
    await say('success', 'Something went well');
    await pass(700);
    expect(screen.queryByText('Something failed')).toBeNull();
  });

  test('shows the cause of a failure on a separate line', async () => {
    await say('error', 'Something failed\nThere is no connection');
    expect(screen.getByText('Something failed')).toBeTruthy();
    expect(screen.getByText('There is no connection')).toBeTruthy();
  });

  test('shares one observer of the page with the other toasts, until the last one has disappeared', async () => {
    const [observe, disconnect] = [
      jest.spyOn(MutationObserver.prototype, 'observe'),
      jest.spyOn(MutationObserver.prototype, 'disconnect'),
    ];
    const ofPage = () => observe.mock.calls.filter(([target]) => target === document.body).length;
    for (const text of ['one', 'two', 'three']) await say('info', text);
    expect(ofPage()).toBe(1);
    expect(disconnect).not.toHaveBeenCalled();
    await pass(6_000);
    expect(disconnect).toHaveBeenCalledTimes(1);
    jest.restoreAllMocks();
  });

  test('is at the top right, together with at most two others; the next one follows', async () => {
    for (const text of ['one', 'two', 'three', 'four']) await say('info', text);
    const shown = screen.getAllByRole('status').map(({ textContent }) => textContent);
    expect(shown).toHaveLength(TOAST_MAX);
    expect(TOAST_MAX).toBe(3);
    const corner = screen.getByText('one').closest('.notistack-SnackbarContainer');
    const { position, top, right, left, bottom } = window.getComputedStyle(corner ?? document.body);
    expect([position, top, right, left, bottom]).toEqual(['fixed', '14px', '20px', '', '']);
    await pass(5_000);
    expect(screen.queryByText('four')).not.toBeNull();
  });
});
