import type { Earnings } from '@boli/shared/drivers/drivers.schema';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { indiaDay } from '../../core/periods';
import { setPreferences, usePreferences } from '../../core/preferences';
import { signIn, signOut } from '../../core/session';
import { fakeAudio } from '../../testing/audio';
import { renderPart } from '../../testing/render';
import { fakeServer } from '../../testing/server';
import { DriverSwitches } from './DriverSwitches';
import { upsertEarnings, useDriver } from './drivers.store';
import { EarningsCards } from './EarningsCards';
import { Today } from './Today';

const earnings = (completed_rides: number): Earnings => ({
  ...{
    total_earnings: 48260.5,
    platform_fees_paid: 4215,
    pending_payment: 1147.28,
    usual_price_per_km: null,
    pass_until: null,
  },
  completed_rides,
});

beforeEach(() =>
  signIn({
    access_token: 't',
    token_type: 'bearer',
    user: { id: 'd1', name: 'Ravi', email: 'r@example.in', role: 'driver', phone: null },
  }),
);
afterEach(() => {
  cleanup();
  signOut(null);
  useDriver.setState({ earnings: null, today: null });
});

test("the earnings of today come from the server's entry for this day, and are read again when the total changes", async () => {
  let rides = 6;
  const date = indiaDay(Date.now());
  const { requests } = fakeServer({
    'GET /driver/earnings/daily': () => ({ body: [{ date, rides, earnings: 1240, fees: 124 }] }),
  });
  renderPart(<Today />);
  expect(requests).toHaveLength(0);
  act(() => upsertEarnings(earnings(11)));
  expect(await screen.findByText('₹1,240.00 today · 6 rides')).toBeTruthy();
  rides = 7;
  act(() => upsertEarnings(earnings(12)));
  expect(await screen.findByText('₹1,240.00 today · 7 rides')).toBeTruthy();
  expect(requests.map(({ query }) => query)).toEqual(['?days=1', '?days=1']);
});

test('earnings and rides of an earlier day are not shown as those of today', async () => {
  const { requests } = fakeServer({
    'GET /driver/earnings/daily': () => ({ body: [{ date: '2020-01-01', rides: 3, earnings: 300, fees: 30 }] }),
  });
  renderPart(<Today />);
  act(() => upsertEarnings(earnings(11)));
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(screen.queryByText(/today/)).toBeNull();
});

test('the four summary cards are one row that can be focused, with the button for details at its end', () => {
  fakeServer({});
  const onDetails = jest.fn();
  renderPart(<EarningsCards onDetails={onDetails} />);
  act(() => upsertEarnings(earnings(186)));
  const row = screen.getByRole('region', { name: 'Your figures' });
  expect(row.tabIndex).toBe(0);
  expect([...row.querySelectorAll('dt')].map(({ textContent }) => textContent)).toEqual([
    'Total Earnings',
    'Platform Fees',
    'Pending Payment',
    'Completed Rides',
  ]);
  for (const figure of ['₹48,260.50', '₹4,215.00', '₹1,147.28', '186']) expect(row.textContent).toContain(figure);
  fireEvent.click(screen.getByRole('button', { name: 'Earnings and statement' }));
  expect(onDetails).toHaveBeenCalled();
});

test('the switches are stored on the device; those that the device does not support are disabled, with the reason', () => {
  renderPart(<DriverSwitches undoSeconds={4} />);
  const at = (name: RegExp) => screen.getByRole<HTMLInputElement>('switch', { name });
  fireEvent.click(at(/^Buttons instead of sliding/));
  expect(usePreferences.getState().plainButtons).toBe(true);
  expect(at(/^Buttons instead of sliding/).checked).toBe(true);
  setPreferences({ plainButtons: false });
  // The browser of this test can neither vibrate nor keep the screen on.
  expect([at(/^Vibrate/).disabled, at(/^Keep the screen on/).disabled, at(/^Quote with one tap/).disabled]).toEqual([
    true,
    true,
    false,
  ]);
  expect(screen.getByText('This device cannot vibrate for a website')).toBeTruthy();
});

test('the press that switches on the sound for requests also plays it, although nothing was pressed before', async () => {
  const audio = fakeAudio();
  renderPart(<DriverSwitches undoSeconds={4} />);
  fireEvent.click(screen.getByRole('switch', { name: 'Sound for new requests' }));
  await waitFor(() => expect(audio.sounded).toEqual([660, 880]));
  setPreferences({ requestSound: false });
  audio.remove();
});
