import { afterEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useAddress } from '../core/address-bar';
import { renderPart } from '../testing/render';

let load: () => void = () => undefined;
const loading = new Promise<void>((resolve) => {
  load = resolve;
});
const RideQuotes = () => (
  <h2 id="quotes-title" tabIndex={-1}>
    Quotes
  </h2>
);
const CustomerHome = () => {
  const { go } = useAddress();
  return (
    <button type="button" onClick={() => go({ ride: 'r1' })}>
      Request
    </button>
  );
};
jest.unstable_mockModule('./CustomerHome', () => ({ CustomerHome }));
jest.unstable_mockModule('./RideQuotes', async () => {
  await loading;
  return { RideQuotes };
});
const { CustomerRides } = await import('./CustomerRides');

afterEach(() => {
  cleanup();
  history.replaceState(null, '', '/');
});

test('the heading of a request gets the focus also if the code of its quotes is loaded later', async () => {
  renderPart(
    <div role="tabpanel" tabIndex={-1}>
      <CustomerRides />
    </div>,
  );
  const request = screen.getByRole('button', { name: 'Request' });
  request.focus();
  fireEvent.click(request);
  expect(request.isConnected).toBe(false);
  // Where the focus goes when the pressed element is removed.
  screen.getByRole('tabpanel').focus();
  await act(async () => load());
  const heading = await screen.findByRole('heading', { name: 'Quotes' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
});

test('the heading gets the focus also if the dialog that led to the request closes later', async () => {
  const dialog = document.createElement('div');
  dialog.setAttribute('role', 'dialog');
  const create = dialog.appendChild(document.createElement('button'));
  document.body.append(dialog);
  renderPart(
    <div role="tabpanel" tabIndex={-1}>
      <CustomerRides />
    </div>,
  );
  create.focus();
  fireEvent.click(screen.getByRole('button', { name: 'Request' }));
  await act(async () => load());
  const heading = await screen.findByRole('heading', { name: 'Quotes' });
  expect(document.activeElement).toBe(create);
  dialog.remove();
  await waitFor(() => expect(document.activeElement).toBe(heading));
});
