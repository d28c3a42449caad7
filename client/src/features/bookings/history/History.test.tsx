import type { HistoryEntry } from '@boli/shared/bookings/bookings.schema';
import { afterEach, expect, test } from '@jest/globals';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { renderPart } from '../../../testing/render';
import { fakeServer } from '../../../testing/server';
import { History } from './History';

afterEach(cleanup);

const entry = (booking_id: string, drop_location: string): HistoryEntry => ({
  booking_id,
  status: 'completed',
  rating: null,
  pickup_location: 'Khan Market',
  drop_location,
  distance_km: 2.4,
  driven: null,
  created_at: '2026-11-12T04:10:00.000Z',
  payment_method: 'cash',
  price: 145,
  total_price: 145,
  driver_earnings: 130.5,
  driver_earned: 130.5,
  part_fare: null,
  payment_status: 'pending',
  payment_claimed_by: null,
  payment_confirmed_by: null,
  refund_status: null,
  scheduled_time: null,
  customer_name: 'Asha Verma',
  driver_name: 'Kabir Khan',
});

test('a late page of all rides does not replace the list of a filter chosen meanwhile', async () => {
  fakeServer({
    'GET /rides/history': (_body, query) => {
      const asked = new URLSearchParams(query);
      const headers = { 'X-Total-Count': '2' };
      if (asked.get('status') === 'completed') return { body: [entry('done', 'India Gate')], headers };
      if (asked.get('before')) return { body: [entry('older', 'Qutub Minar')], headers };
      return { body: [entry('newest', 'Red Fort')], headers };
    },
  });
  const answer = globalThis.fetch;
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  globalThis.fetch = async (address, init) => {
    if (String(address).includes('before=')) await held;
    return answer(address, init);
  };
  renderPart(<History side="customer" revision="" />);
  await screen.findByText('Red Fort');
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
  fireEvent.click(screen.getByRole('radio', { name: 'Completed' }));
  await screen.findByText('India Gate');
  await act(async () => release());
  // By the time another read has ended, the late page has been processed.
  await act(() => answer('/api/rides/history').then((response) => response.json()));
  expect(screen.getByText('India Gate')).toBeTruthy();
});

test('a filter that no ride matches shows a message in place of the list, and Show all removes the filter', async () => {
  fakeServer({
    'GET /rides/history': (_body, query) => ({ body: query.includes('status=') ? [] : [entry('one', 'Red Fort')] }),
  });
  renderPart(<History side="customer" revision="" />, '/?show=cancelled');
  expect(await screen.findByText('No rides here with this filter')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Show all' }));
  expect(await screen.findByText('Red Fort')).toBeTruthy();
});
