import { readConfig } from '@boli/shared/app/app.endpoints';
import { afterEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useAddress } from '../core/address-bar';
import { call } from '../core/api';
import { useSession } from '../core/session';
import { useConnection } from '../core/socket';
import { t } from '../core/t';
import { toast } from '../core/toast';
import { renderPart } from '../testing/render';
import { fakeServer } from '../testing/server';
import { useErrorToasts } from './use-error-toasts';

afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
  useSession.setState({ suspended: null });
  useConnection.setState({ connected: false, downSince: null, lastFresh: null, fallback: false });
});

function Screen() {
  useErrorToasts();
  const { go } = useAddress();
  return (
    <button type="button" onClick={() => go({ tab: 'users' })}>
      Users
    </button>
  );
}

const isGone = (text: string) => waitFor(() => expect(screen.queryByText(text)).toBeNull());

test('an error is closed with its screen', async () => {
  renderPart(<Screen />);
  act(() => toast.error('Failed to update settlement'));
  const later = Date.now() + 5_000;
  jest.spyOn(Date, 'now').mockReturnValue(later);
  fireEvent.click(screen.getByRole('button', { name: 'Users' }));
  await isGone('Failed to update settlement');
});

test('errors of a lost connection are closed once a store is in sync again, others stay', async () => {
  renderPart(<Screen />);
  act(() => toast.error('Payment failed'));
  const lost = Date.now() + 1_000;
  act(() => useConnection.setState({ downSince: lost }));
  jest.spyOn(Date, 'now').mockReturnValue(lost + 1_000);
  act(() => toast.error('Failed to load admin data'));
  act(() => useConnection.setState({ downSince: null }));
  expect(screen.queryByText('Failed to load admin data')).not.toBeNull();
  act(() => useConnection.setState({ lastFresh: lost + 3_000 }));
  await isGone('Failed to load admin data');
  expect(screen.queryByText('Payment failed')).not.toBeNull();
});

test('no error shows beside the suspension notice', async () => {
  renderPart(<Screen />);
  act(() => toast.error('This account is suspended'));
  act(() => useSession.setState({ suspended: 'This account is suspended' }));
  await isGone('This account is suspended');
});

test('an error caused by a missing connection is closed by the next response of the server, others stay', async () => {
  renderPart(<Screen />);
  let lost = true;
  fakeServer({ 'GET /config': () => ({ lost }) });
  await expect(call(readConfig)).rejects.toMatchObject({ status: 0 });
  act(() => toast.error(`Failed to create ride\n${t('common.no_connection')}`));
  act(() => toast.error('Payment failed'));
  lost = false;
  await act(() => call(readConfig));
  await isGone('Failed to create ride');
  expect(screen.queryByText('Payment failed')).not.toBeNull();
});
