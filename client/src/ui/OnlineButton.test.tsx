import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { useAway } from '../core/away';
import { useConnection } from '../core/socket';
import { LOCK_MS } from '../core/use-lock';
import { renderPart } from '../testing/render';
import { LockedButton } from './LockedButton';
import { OfflineReason, OnlineButton } from './OnlineButton';
import { SlideToAct } from './slide/SlideToAct';

const REASON = 'No connection. This works again when you are back online.';
const onAct = jest.fn<() => Promise<void>>();

/** Sets what the browser says about its network. */
function setNetwork(isOnline: boolean): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: isOnline });
  act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
}

const press = () => fireEvent.click(screen.getByRole('button'), { detail: 0 });

beforeEach(() => {
  jest.useFakeTimers();
  onAct.mockReset().mockResolvedValue();
  useConnection.setState({ connected: true });
  useAway.setState({ isAway: false });
});
afterEach(() => {
  cleanup();
  setNetwork(true);
  jest.useRealTimers();
});

test.each([
  ['a button', <OnlineButton key="1" onClick={() => void onAct()} />],
  ['a locked button', <LockedButton key="2" needsServer meaning="accept" onClick={() => void onAct()} />],
  ['a slider', <SlideToAct key="3" label="Complete Ride" onAct={onAct} />],
])(
  'without a network %s that needs the server is disabled, and acts again when the network is back',
  async (_what, part) => {
    renderPart(part);
    act(() => jest.advanceTimersByTime(LOCK_MS));
    setNetwork(false);
    press();
    expect(onAct).not.toHaveBeenCalled();
    setNetwork(true);
    // Nothing was queued meanwhile.
    expect(onAct).not.toHaveBeenCalled();
    await act(async () => press());
    expect(onAct).toHaveBeenCalledTimes(1);
  },
);

test('the reason is shown once beside a group of buttons, only while the server cannot be reached', () => {
  renderPart(
    <>
      <OfflineReason />
      <OnlineButton quiet>Confirm</OnlineButton>
      <OnlineButton quiet>Pay</OnlineButton>
    </>,
  );
  expect(screen.queryByText(REASON)).toBeNull();
  setNetwork(false);
  expect(screen.getAllByText(REASON)).toHaveLength(1);
  setNetwork(true);
  expect(screen.queryByText(REASON)).toBeNull();
});

test('without a socket a failed read disables the buttons, until a request succeeds or the socket is connected', () => {
  renderPart(<OnlineButton>Pay</OnlineButton>);
  const isDisabled = () => screen.getByRole('button').hasAttribute('disabled');
  act(() => useConnection.setState({ connected: false }));
  expect(isDisabled()).toBe(false);
  act(() => useAway.setState({ isAway: true }));
  expect([isDisabled(), screen.queryByText(REASON) !== null]).toEqual([true, true]);
  act(() => useAway.setState({ isAway: false }));
  expect(isDisabled()).toBe(false);
  act(() => useAway.setState({ isAway: true }));
  act(() => useConnection.setState({ connected: true }));
  expect(isDisabled()).toBe(false);
});
