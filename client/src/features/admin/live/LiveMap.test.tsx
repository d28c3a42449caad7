import { afterEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { LazyMap, shownMap } from '../../../testing/map';
import { renderPart } from '../../../testing/render';
import { aRide } from '../../../testing/ride.builder';
import { fakeServer } from '../../../testing/server';
import { applyLiveUpdate } from './live.store';

jest.unstable_mockModule('../../../ui/LazyMap', () => ({ LazyMap }));
const { LiveBoard } = await import('./LiveBoard');

const counts = {
  drivers_online: 412,
  on_a_ride: 0,
  open_requests: 2,
  pending_bookings: 0,
  accepted_bookings: 0,
  recent_quotes: 0,
  first_quote_seconds: null,
};
const north = aRide({ id: 'r1', pickup_lat: 28.7, pickup_lng: 77.1 });
const south = aRide({ id: 'r2', pickup_lat: 28.5, pickup_lng: 77.3 });
const far = aRide({ id: 'r3', pickup_lat: 27, pickup_lng: 76 });
const points = () => shownMap.props?.frame?.map(({ lat, lng }) => `${lat},${lng}`);

afterEach(cleanup);

test('the map opens with the whole first snapshot visible, and later changes do not move the map', async () => {
  fakeServer({
    'GET /admin/live': () => ({ body: { ride_requests: [north, south], bookings: [], drivers: [], counts } }),
  });
  renderPart(<LiveBoard />);
  await screen.findByText('412');
  await waitFor(() => expect(points()).toEqual(['28.7,77.1', '28.5,77.3']));
  expect(shownMap.props?.fit).toBe(true);
  const none = { ride_requests: [], bookings: [], drivers: [] };
  act(() => applyLiveUpdate({ ...none, ride_requests: [far], counts, removed: none }));
  expect(points()).toEqual(['28.7,77.1', '28.5,77.3']);
});
