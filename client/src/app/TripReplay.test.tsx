import { afterEach, expect, test } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { renderPart } from '../testing/render';
import { fakeServer } from '../testing/server';
import { TripReplay } from './TripReplay';

afterEach(cleanup);

test('the replay named by the URL opens over the page, and can be closed', async () => {
  const id = '0b0f2b52-6e55-4bd5-9f6e-1d1f3f0f4a02';
  const { requests } = fakeServer({});
  renderPart(<TripReplay />, `/?tab=money&replay=${id}`);
  expect(await screen.findByRole('dialog', { name: 'Trip replay' })).toBeTruthy();
  await waitFor(() => expect(requests.map(({ path }) => path)).toEqual([`/bookings/${id}/replay`]));
  fireEvent.click(await screen.findByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('without a replay in the URL nothing is shown', () => {
  const { requests } = fakeServer({});
  renderPart(<TripReplay />, '/?tab=money');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(requests).toEqual([]);
});
