import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import { useState } from 'react';
import { renderPart } from '../../../testing/render';
import { aRide } from '../../../testing/ride.builder';
import { WaitingForQuotes } from './WaitingForQuotes';

const MINUTE_MS = 60_000;
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const quiet = () => screen.queryByText(/^Nobody has quoted in \d+ min/);

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

test('the screen says after six minutes that nobody has quoted; the time starts again for a reopened request', async () => {
  const ride = aRide({ created_at: new Date().toISOString() });
  let reopen: (is: boolean) => void = () => undefined;
  function Screen() {
    const [isReopened, set] = useState(false);
    reopen = set;
    return <WaitingForQuotes ride={ride} isReopened={isReopened} outlook={null} />;
  }
  renderPart(<Screen />);
  await pass(5 * MINUTE_MS);
  expect(quiet()).toBeNull();
  act(() => reopen(true));
  await pass(5 * MINUTE_MS);
  expect(quiet()).toBeNull();
  await pass(2 * MINUTE_MS);
  expect(quiet()).not.toBeNull();
});
