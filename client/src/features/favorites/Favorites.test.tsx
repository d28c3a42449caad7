import type { Favorite } from '@boli/shared/favorites/favorites.schema';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { signIn, signOut } from '../../core/session';
import { renderPart } from '../../testing/render';
import { type Answer, fakeServer } from '../../testing/server';
import { FavoriteHeart } from './FavoriteHeart';
import { Favorites } from './Favorites';
import { applyDriverStatusToFavorites, useFavorites } from './favorites.store';

const ravi: Favorite = {
  id: 'p1',
  user_id: 'd1',
  driver_name: 'Ravi Kumar',
  driver_photo: null,
  verification_status: 'verified',
  car_model: 'Maruti Suzuki Dzire',
  experience_years: 7,
  average_rating: 4.75,
  total_ratings: 12,
  is_available: true,
};
const sunita: Favorite = {
  ...ravi,
  id: 'p2',
  user_id: 'd2',
  driver_name: 'Sunita Yadav',
  verification_status: 'pending',
  average_rating: 0,
  total_ratings: 0,
  is_available: false,
};
const user = { id: 'c1', name: 'Asha', email: 'asha@example.in', role: 'customer' as const, phone: null };

let rows: Favorite[];
let removal: Answer;
let addition: Answer;

beforeEach(() => {
  rows = [ravi, sunita];
  removal = { body: { success: true } };
  addition = { body: ravi };
  fakeServer({
    'GET /favorites/my': () => ({ body: rows }),
    'DELETE /favorites/remove/d1': () => removal,
    'POST /favorites/add/d1': () => addition,
  });
  signIn({ access_token: 't', token_type: 'bearer', user });
});
afterEach(() => {
  cleanup();
  signOut();
});

const card = async (name: string) => screen.findByRole('article', { name });

test('a card shows the specified fields, and the number of ratings only with an average', async () => {
  renderPart(<Favorites />);
  const first = await card('Ravi Kumar');
  for (const text of ['Verified', 'Maruti Suzuki Dzire', '7 years', '4.8 (12)', 'Online'])
    expect(first.textContent).toContain(text);
  const second = (await card('Sunita Yadav')).textContent ?? '';
  expect(second).toContain('Offline');
  expect(second).toContain('0.0');
  expect(second).not.toContain('Verified');
  expect(second).not.toContain('(0)');
});

test('a change of the online status of a driver is shown immediately', async () => {
  renderPart(<Favorites />);
  const shown = await card('Ravi Kumar');
  act(() => applyDriverStatusToFavorites({ driver_id: 'd1', is_available: false, verification_status: 'verified' }));
  expect(shown.textContent).toContain('Offline');
  act(() => applyDriverStatusToFavorites({ driver_id: 'd1', is_available: true, verification_status: 'rejected' }));
  expect(shown.textContent).toContain('Online');
  expect(shown.textContent).not.toContain('Verified');
});

test('the heart removes a driver and shows a toast; after the last removal the empty state is shown', async () => {
  rows = [ravi];
  renderPart(<Favorites />);
  fireEvent.click(await screen.findByRole('button', { name: 'Remove Ravi Kumar from favorites' }));
  expect(screen.queryByRole('article')).toBeNull();
  expect(await screen.findByText('Removed from favorites')).toBeTruthy();
  expect(screen.getByText('No favorite drivers yet')).toBeTruthy();
  expect(screen.getByText('Add drivers you like to your favorites for easy access')).toBeTruthy();
});

test.each([
  ['the catalogue', { status: 500, body: {} }, 'Failed to remove favorite'],
  ['the server', { status: 503, body: { detail: 'Away for a moment' } }, 'Away for a moment'],
])('a failed removal brings the card back, with the text of %s', async (_who, answer, words) => {
  removal = answer;
  renderPart(<Favorites />);
  fireEvent.click(await screen.findByRole('button', { name: 'Remove Ravi Kumar from favorites' }));
  expect(screen.queryByRole('article', { name: 'Ravi Kumar' })).toBeNull();
  expect(await screen.findByText(words)).toBeTruthy();
  expect(await card('Ravi Kumar')).toBeTruthy();
});

test('a list that cannot be read does not show the empty state', async () => {
  fakeServer({ 'GET /favorites/my': () => ({ status: 500, body: {} }) });
  renderPart(<Favorites />);
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(screen.queryByText('No favorite drivers yet')).toBeNull();
  fakeServer({ 'GET /favorites/my': () => ({ body: [ravi] }) });
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await card('Ravi Kumar')).toBeTruthy();
});

test('a heart on another screen is filled for a favorite, and rolled back when adding fails', async () => {
  rows = [];
  addition = { status: 409, body: { detail: 'At most 50 favorite drivers' } };
  renderPart(<FavoriteHeart driverId="d1" driverName="Ravi Kumar" />);
  await waitFor(() => expect(useFavorites.getState().rows).toEqual([]));
  fireEvent.click(screen.getByRole('button', { name: 'Add Ravi Kumar to favorites' }));
  expect(screen.getByRole('button', { name: 'Remove Ravi Kumar from favorites' })).toBeTruthy();
  expect(await screen.findByText('At most 50 favorite drivers')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Add Ravi Kumar to favorites' })).toBeTruthy();
  addition = { body: ravi };
  fireEvent.click(screen.getByRole('button', { name: 'Add Ravi Kumar to favorites' }));
  expect(await screen.findByText('Added to favorites')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Remove Ravi Kumar from favorites' })).toBeTruthy();
});

test('a list requested before a press of the heart does not revert the press', async () => {
  rows = [];
  let answer: (value: Response) => void = () => undefined;
  const server = globalThis.fetch;
  renderPart(<FavoriteHeart driverId="d1" driverName="Ravi Kumar" />);
  await waitFor(() => expect(useFavorites.getState().rows).toEqual([]));
  globalThis.fetch = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  const { loadFavorites } = await import('./favorites.store');
  const late = loadFavorites();
  globalThis.fetch = server;
  fireEvent.click(screen.getByRole('button', { name: 'Add Ravi Kumar to favorites' }));
  await screen.findByText('Added to favorites');
  rows = [ravi];
  await act(async () => {
    answer(new Response('[]'));
    await late;
  });
  expect(screen.getByRole('button', { name: 'Remove Ravi Kumar from favorites' })).toBeTruthy();
});
