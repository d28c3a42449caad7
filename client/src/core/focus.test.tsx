import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { moveFocus, restoreFocus, useReturnFocus } from './focus';

let end: () => void;
beforeEach(() => {
  end = restoreFocus();
});
afterEach(() => {
  end();
  cleanup();
});

/** A button that is disabled while its action runs, and removed when it succeeds. */
function Row() {
  const [stage, setStage] = useState<'idle' | 'busy' | 'gone'>('idle');
  return (
    <div role="tabpanel">
      {stage !== 'gone' && (
        <button type="button" disabled={stage === 'busy'} onClick={() => setStage('busy')}>
          Pay
        </button>
      )}
      <button type="button" onClick={() => setStage('idle')}>
        Refuse
      </button>
      <button type="button" onClick={() => setStage('gone')}>
        Succeed
      </button>
    </div>
  );
}

const button = (name: string) => screen.getByRole('button', { name });
/** Presses a button without a pointer and without moving the focus. */
const happen = (name: string) => fireEvent.click(button(name));

/** Presses Pay, which disables it, and blurs it, as browsers blur a disabled button. */
function pressPay() {
  button('Pay').focus();
  button('Pay').blur();
  happen('Pay');
  expect(document.activeElement).toBe(document.body);
}

test('a button that was busy gets the focus back', async () => {
  render(<Row />);
  pressPay();
  happen('Refuse');
  await waitFor(() => expect(document.activeElement).toBe(button('Pay')));
});

test('a removed button moves the focus to its panel', async () => {
  render(<Row />);
  pressPay();
  happen('Succeed');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('tabpanel')));
});

test('a dialog that closes returns the focus to the button that was busy in the meantime', async () => {
  render(<Row />);
  pressPay();
  const sheet = (
    <div role="dialog">
      <button type="button">Inside</button>
    </div>
  );
  const beside = render(sheet);
  button('Inside').focus();
  happen('Refuse');
  beside.unmount();
  await waitFor(() => expect(document.activeElement).toBe(button('Pay')));
});

test('a press outside all controls does not move the focus', async () => {
  jest.useFakeTimers();
  render(<Row />);
  pressPay();
  fireEvent.pointerDown(document.body);
  happen('Refuse');
  // Mutation observers run after the current script.
  await Promise.resolve();
  jest.runAllTimers();
  jest.useRealTimers();
  expect(button('Pay').matches(':disabled')).toBe(false);
  expect(document.activeElement).toBe(document.body);
});

test('the page gets the focus when the whole focused view is replaced', async () => {
  const { rerender } = render(<button type="button">Create Account</button>);
  button('Create Account').focus();
  rerender(<p>Loading</p>);
  await waitFor(() => expect(document.activeElement).toBe(document.body));
  rerender(
    <main id="main" tabIndex={-1}>
      <h1>Welcome, Asha</h1>
    </main>,
  );
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
});

/** A dialog over a page with two buttons, Open and Wander. */
function Dialog() {
  const [opened, setOpened] = useState(false);
  useReturnFocus(opened);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Open
      </button>
      <button type="button">Wander</button>
      {opened && (
        <div role="dialog">
          <button type="button" onClick={() => setOpened(false)}>
            Close
          </button>
        </div>
      )}
    </>
  );
}

function openAndClose() {
  render(<Dialog />);
  button('Open').focus();
  happen('Open');
  button('Close').focus();
  happen('Close');
}

test('a dialog returns the focus to its opener', async () => {
  // Without `restoreFocus`: the dialog itself returns the focus.
  end();
  openAndClose();
  await waitFor(() => expect(document.activeElement).toBe(button('Open')));
});

test('a dialog leaves the focus where the user moved it while the dialog closed', async () => {
  jest.useFakeTimers();
  openAndClose();
  button('Wander').focus();
  jest.runAllTimers();
  jest.useRealTimers();
  expect(document.activeElement).toBe(button('Wander'));
});

test('moveFocus with ifLost does not move an existing focus', () => {
  render(<Dialog />);
  button('Wander').focus();
  moveFocus(button('Open'), { ifLost: true });
  expect(document.activeElement).toBe(button('Wander'));
  moveFocus(button('Open'));
  expect(document.activeElement).toBe(button('Open'));
});
