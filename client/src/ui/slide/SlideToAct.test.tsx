import { afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { setPreferences } from '../../core/preferences';
import { LOCK_MS } from '../../core/use-lock';
import { providePointerEvents } from '../../testing/pointer';
import { renderPart } from '../../testing/render';
import { SlideToAct } from './SlideToAct';

const HINT = 'Slide, or hold for a second';
const onAct = jest.fn<() => Promise<void>>();

/** A button whose thumb can move 236 px. */
function shownUnlocked(): HTMLElement {
  renderPart(<SlideToAct label="Complete Ride" onAct={onAct} />);
  const button = screen.getByRole('button', { name: 'Complete Ride' });
  Object.defineProperty(button, 'clientWidth', { value: 300 });
  const thumb = button.querySelector('[data-thumb]') ?? button;
  Object.defineProperties(thumb, { offsetWidth: { value: 56 }, offsetLeft: { value: 4 } });
  pass(LOCK_MS);
  return button;
}
const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));

const finger = { pointerType: 'touch', pointerId: 1, button: 0, clientY: 20 };
const down = (button: HTMLElement) => fireEvent.pointerDown(button, { ...finger, clientX: 30 });
const move = (x: number) => fireEvent.pointerMove(document, { ...finger, clientX: x });
const lift = (button: HTMLElement, x: number) => fireEvent.pointerUp(button, { ...finger, clientX: x });
const slide = (button: HTMLElement, to: number) => {
  down(button);
  move(30 + to / 2);
  move(30 + to);
  lift(button, 30 + to);
};
const tap = (button: HTMLElement) => {
  down(button);
  lift(button, 30);
  fireEvent.click(button, { detail: 1 });
};

beforeAll(providePointerEvents);
beforeEach(() => {
  jest.useFakeTimers();
  onAct.mockReset().mockResolvedValue();
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

test('taps do nothing but show how to slide', () => {
  const button = shownUnlocked();
  for (let taps = 0; taps < 3; taps += 1) tap(button);
  pass(2_000);
  expect(onAct).not.toHaveBeenCalled();
  expect(screen.getByRole('status').textContent).toBe(HINT);
});

test('half a slide does nothing, and a complete slide acts once', () => {
  const button = shownUnlocked();
  slide(button, 118);
  expect(onAct).not.toHaveBeenCalled();
  slide(button, 200);
  expect(onAct).toHaveBeenCalledTimes(1);
});

test('holding for 0.7 s acts, and a shorter hold does not', () => {
  const button = shownUnlocked();
  down(button);
  pass(600);
  lift(button, 30);
  pass(600);
  expect(onAct).not.toHaveBeenCalled();
  down(button);
  pass(700);
  lift(button, 30);
  expect(onAct).toHaveBeenCalledTimes(1);
});

test('the slider shows immediately that a finger holds it, until the finger is lifted or the slider has acted', () => {
  const button = shownUnlocked();
  down(button);
  expect(button.dataset.holds).toBe('true');
  lift(button, 30);
  expect(button.dataset.holds).toBe('false');
  down(button);
  pass(700);
  expect([button.dataset.holds, onAct.mock.calls.length]).toEqual(['false', 1]);
});

test.each([
  ['is disabled', <SlideToAct key="1" label="Complete Ride" onAct={onAct} disabled />],
  ['is removed', <p key="2">Cancelled</p>],
])('a hold does not act if it continues while the button %s', (_what, then) => {
  const { rerender } = render(<SlideToAct key="1" label="Complete Ride" onAct={onAct} />, { wrapper: MantineProvider });
  pass(LOCK_MS);
  down(screen.getByRole('button'));
  pass(300);
  rerender(then);
  pass(1_000);
  expect(onAct).not.toHaveBeenCalled();
});

test('a mouse and a key press the slider like an ordinary button', () => {
  const button = shownUnlocked();
  fireEvent.pointerDown(button, { ...finger, pointerType: 'mouse' });
  fireEvent.click(button, { detail: 1 });
  expect(onAct).toHaveBeenCalledTimes(1);
});

test('a press without a pointer acts even after a tap', async () => {
  const button = shownUnlocked();
  tap(button);
  fireEvent.click(button, { detail: 0 });
  expect(onAct).toHaveBeenCalledTimes(1);
});

test('the slider does not act again while its action is running', async () => {
  const button = shownUnlocked();
  let end: () => void = () => undefined;
  onAct.mockReturnValueOnce(new Promise((resolve) => (end = resolve)));
  fireEvent.click(button, { detail: 0 });
  fireEvent.click(button, { detail: 0 });
  slide(button, 236);
  expect(onAct).toHaveBeenCalledTimes(1);
  await act(async () => end());
  fireEvent.click(button, { detail: 0 });
  expect(onAct).toHaveBeenCalledTimes(2);
});

test('the slider ignores presses in its first 1.2 s, and in the first 1.2 s after its name changes', () => {
  const { rerender } = render(<SlideToAct label="Start" onAct={onAct} />, { wrapper: MantineProvider });
  const isLocked = () => screen.getByRole('button').hasAttribute('disabled');
  expect(isLocked()).toBe(true);
  pass(LOCK_MS);
  expect(isLocked()).toBe(false);
  rerender(<SlideToAct label="Complete" onAct={onAct} />);
  expect(isLocked()).toBe(true);
  pass(LOCK_MS);
  expect(isLocked()).toBe(false);
});

test('with plain buttons chosen on the device, one tap of a finger acts, after the first 1.2 s', () => {
  setPreferences({ plainButtons: true });
  renderPart(<SlideToAct label="Complete Ride" onAct={onAct} />);
  const button = screen.getByRole('button', { name: 'Complete Ride' });
  expect(button.querySelector('[data-thumb]')).toBeNull();
  expect(screen.queryByText(HINT)).toBeNull();
  tap(button);
  expect(onAct).not.toHaveBeenCalled();
  pass(LOCK_MS);
  tap(button);
  expect(onAct).toHaveBeenCalledTimes(1);
  setPreferences({ plainButtons: false });
});
