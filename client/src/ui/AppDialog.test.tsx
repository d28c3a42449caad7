import { afterEach, expect, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { useConnection } from '../core/socket';
import { renderPart } from '../testing/render';
import { AppDialog } from './AppDialog';

afterEach(cleanup);

/** A dialog that is loaded when it is first needed, and so is open from its first render on. */
function Page() {
  const [stage, setStage] = useState<'none' | 'open' | 'closed'>('none');
  return (
    <>
      <button type="button" onClick={() => setStage('open')}>
        Open
      </button>
      {stage !== 'none' && (
        <AppDialog opened={stage === 'open'} onClose={() => setStage('closed')} title="Details">
          Words
        </AppDialog>
      )}
    </>
  );
}

test('a lazily loaded dialog returns the focus to its opener', async () => {
  renderPart(<Page />);
  const opener = screen.getByRole('button', { name: 'Open' });
  opener.focus();
  fireEvent.click(opener);
  const close = await screen.findByRole('button', { name: 'Close' });
  close.focus();
  fireEvent.click(close);
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

/** Two open dialogs. Second lies on First, because it is mounted later. The button opens both again. */
function Stack() {
  const [shown, setShown] = useState({ second: true, first: true });
  return (
    <>
      <AppDialog opened={shown.first} onClose={() => setShown((now) => ({ ...now, first: false }))} title="First">
        Words
      </AppDialog>
      <AppDialog opened={shown.second} onClose={() => setShown((now) => ({ ...now, second: false }))} title="Second">
        Words
      </AppDialog>
      <button type="button" onClick={() => setShown({ second: true, first: true })}>
        Both
      </button>
    </>
  );
}

test('Escape closes only the uppermost dialog', async () => {
  renderPart(<Stack />);
  fireEvent.keyDown(window, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Second' })).toBeNull());
  expect(screen.getByRole('dialog', { name: 'First' })).toBeTruthy();
  fireEvent.click(screen.getByText('Both'));
  await screen.findByRole('dialog', { name: 'Second' });
  fireEvent.keyDown(window, { key: 'Escape' });
  fireEvent.keyDown(window, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a dialog that covers the page of a phone also shows the connection banner', async () => {
  useConnection.setState({ connected: false, downSince: Date.now() - 60_000, lastFresh: null });
  renderPart(
    <AppDialog opened onClose={() => {}} title="Details">
      Words
    </AppDialog>,
  );
  const sheet = await screen.findByRole('dialog', { name: 'Details' });
  await within(sheet).findByText('Reconnecting…');
  useConnection.setState({ connected: true, downSince: null });
});

test('a dialog has its accessible name on its first render', () => {
  const named: (string | null)[] = [];
  const look = (element: HTMLElement | null) => {
    if (element) named.push(element.closest('[role=dialog]')?.getAttribute('aria-label') ?? null);
  };
  renderPart(
    <AppDialog opened onClose={() => undefined} title="Details">
      <p ref={look}>Words</p>
    </AppDialog>,
  );
  expect(named[0]).toBe('Details');
  expect(screen.getByRole('dialog', { name: 'Details' })).toBeTruthy();
});

test('a sheet shows no banner, because the page with its banner stays visible, and ends above the keyboard', async () => {
  const view = Object.assign(new EventTarget(), { height: window.innerHeight, offsetTop: 0, scale: 1 });
  Object.defineProperty(window, 'visualViewport', { configurable: true, value: view });
  useConnection.setState({ connected: false, downSince: Date.now() - 60_000, lastFresh: null });
  renderPart(
    <AppDialog opened onClose={() => {}} title="Price" form="sheet">
      Words
    </AppDialog>,
  );
  const sheet = await screen.findByRole('dialog', { name: 'Price' });
  expect(sheet.closest('[data-full-screen]')).toBeNull();
  expect(within(sheet).queryByRole('status')).toBeNull();
  const inner = sheet.parentElement;
  expect(inner?.style.bottom).toBe('');
  act(() => {
    view.height -= 300;
    view.dispatchEvent(new Event('resize'));
  });
  expect(inner?.style.bottom).toBe('300px');
  useConnection.setState({ connected: true, downSince: null });
  Reflect.deleteProperty(window, 'visualViewport');
});

test('while a dialog disappears, it shows what it showed while it was open', async () => {
  // Rendered without `env="test"`, which shows and removes dialogs immediately.
  const dialog = (opened: boolean, words: string) => (
    <MantineProvider>
      <AppDialog opened={opened} onClose={() => undefined} title={words} footer={<span>Buttons of {words}</span>}>
        <p>Words of {words}</p>
      </AppDialog>
    </MantineProvider>
  );
  const { rerender } = render(dialog(true, 'A ride'));
  await screen.findByText('Words of A ride');
  rerender(dialog(true, 'The same ride'));
  expect(screen.getByText('Words of The same ride')).toBeTruthy();
  rerender(dialog(false, 'No ride'));
  for (const text of ['The same ride', 'Words of The same ride', 'Buttons of The same ride'])
    expect(screen.getByText(text)).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('The same ride')).toBeNull());
});
