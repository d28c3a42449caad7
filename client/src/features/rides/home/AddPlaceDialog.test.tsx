import { afterEach, expect, test } from '@jest/globals';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { fakeDevice } from '../../../testing/device';
import { renderPart } from '../../../testing/render';
import { fakeServer } from '../../../testing/server';
import { AddPlaceDialog } from './AddPlaceDialog';

afterEach(cleanup);

test('an address is searched for near the centre of the installed city, and a text without a match shows a message', async () => {
  fakeDevice('denied');
  const { requests } = fakeServer({
    'GET /config': () => ({
      body: { city: { name: 'Rampur', center: { lat: 30.74, lng: 76.79 }, places: true, roads: true } },
    }),
    'GET /geo/search': () => ({ body: { places: [] } }),
  });
  renderPart(<AddPlaceDialog label="Home" onClose={() => undefined} />);
  const field = await screen.findByLabelText('Address of Home');
  fireEvent.change(field, { target: { value: 'Gandhi Marg' } });
  expect(await screen.findByText('No place called “Gandhi Marg”')).toBeTruthy();
  const { query } = requests.filter(({ path }) => path === '/geo/search').at(-1) ?? {};
  expect(Object.fromEntries(new URLSearchParams(query))).toMatchObject({ lat: '30.74', lng: '76.79' });
});
