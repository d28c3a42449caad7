import { afterEach, expect, test } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { press } from '../../testing/press';
import { renderPart } from '../../testing/render';
import { aRide } from '../../testing/ride.builder';
import { fakeServer } from '../../testing/server';
import { CancelRequest } from './CancelRequest';

const ride = aRide();
const path = `DELETE /rides/request/${ride.id}`;
const shown = (quotes: number) => {
  const server = fakeServer({ [path]: () => ({ body: { ...ride, status: 'cancelled', version: 2 } }) });
  renderPart(<CancelRequest rideId={ride.id} quotes={quotes} />);
  return server;
};

afterEach(cleanup);

test('a request without quotes is cancelled by the first press', async () => {
  const { requests } = shown(0);
  await press('Cancel Request');
  expect(await screen.findByText('Ride request cancelled')).toBeTruthy();
  expect(requests).toHaveLength(1);
});

test('a request with quotes is cancelled only after a confirmation, which can be declined', async () => {
  const { requests } = shown(3);
  await press('Cancel Request');
  const question = await screen.findByText('3 quotes end with it.');
  expect(question.closest('[data-full-screen]')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Keep Request' }));
  await waitFor(() => expect(screen.queryByText('3 quotes end with it.')).toBeNull());
  expect(requests).toEqual([]);
  await press('Cancel Request');
  await press('Yes, cancel it');
  expect(await screen.findByText('Ride request cancelled')).toBeTruthy();
  expect(requests).toHaveLength(1);
});
