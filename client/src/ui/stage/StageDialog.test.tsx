import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { LazyMap, shownMap } from '../../testing/map';
import { renderPart } from '../../testing/render';

jest.unstable_mockModule('../LazyMap', () => ({ LazyMap }));
const { StageMap, StageProvider, useIsPageCovered } = await import('./stage-map');
const { StageDialog } = await import('./StageDialog');

const map = { center: { lat: 28.6, lng: 77.2 }, zoom: 13, markers: [], label: 'Live map of this ride' };
const { matchMedia } = window;

beforeEach(() => {
  shownMap.props = null;
});
afterEach(() => {
  cleanup();
  window.matchMedia = matchMedia;
});

function Page() {
  const isCovered = useIsPageCovered();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <StageMap />
      <div inert={isCovered} data-testid="page">
        <button type="button" onClick={() => setOpened(true)}>
          Open
        </button>
      </div>
      <StageDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title="Booking Details"
        subtitle={<p>Booking 7c1f09ab</p>}
        badge={<span>accepted</span>}
        map={map}
        onMap={<span>updated 2 s ago</span>}
        footer={<button type="button">Complete Ride</button>}
        titleFirst
      >
        <p>Words</p>
      </StageDialog>
    </>
  );
}

function opened(): HTMLElement {
  renderPart(
    <StageProvider>
      <Page />
    </StageProvider>,
  );
  const opener = screen.getByRole('button', { name: 'Open' });
  opener.focus();
  fireEvent.click(opener);
  return opener;
}
const onDesktop = () => {
  window.matchMedia = (query) => ({ ...matchMedia(query), matches: query.includes('min-width') });
};
const dialog = () => screen.queryByRole('dialog', { name: 'Booking Details' });
const words = ['Words', 'Booking 7c1f09ab', 'accepted', 'updated 2 s ago', 'Complete Ride'];

test('on a phone the dialog replaces the page over the same map, and has the focus', () => {
  opened();
  expect(screen.getByTestId('page').hasAttribute('inert')).toBe(true);
  const shown = within(dialog() ?? document.body);
  for (const word of words) expect(shown.getByText(word)).toBeTruthy();
  expect(document.activeElement).toBe(dialog());
  expect(screen.getAllByRole('figure', { name: map.label })).toHaveLength(1);
  expect(shown.queryByRole('figure')).toBeNull();
  expect(shownMap.props?.obstacles).toBeDefined();
});

test.each([
  ['Escape', () => fireEvent.keyDown(window, { key: 'Escape' })],
  ['its back button', () => fireEvent.click(screen.getByRole('button', { name: 'Back' }))],
])('on a phone %s closes the dialog, shows the page again and returns the focus', async (_what, close) => {
  const opener = opened();
  close();
  await waitFor(() => expect(document.activeElement).toBe(opener));
  expect(dialog()).toBeNull();
  expect(screen.getByTestId('page').hasAttribute('inert')).toBe(false);
  expect(screen.getByRole('figure', { hidden: true }).parentElement?.dataset.shown).toBe('false');
});

test('on a wide screen the dialog has a map of its own and the same content, and is over the page', async () => {
  onDesktop();
  const opener = opened();
  expect(screen.getByTestId('page').hasAttribute('inert')).toBe(false);
  const shown = within(await screen.findByRole('dialog', { name: 'Booking Details' }));
  for (const word of words) expect(shown.getByText(word)).toBeTruthy();
  expect(shown.getByRole('figure', { name: map.label })).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(shown.getByRole('heading', { name: 'Booking Details' })));
  fireEvent.click(shown.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(dialog()).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(opener));
});
