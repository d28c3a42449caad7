import { afterEach, expect, jest, test } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import type { MapViewProps } from '../map/marker';

let mounts = 0;
function CountedMap({ label, subject, markers }: MapViewProps) {
  useEffect(() => {
    mounts += 1;
  }, []);
  return <figure aria-label={label} data-subject={subject} data-markers={markers.length} />;
}
jest.unstable_mockModule('../LazyMap', () => ({ LazyMap: CountedMap }));
const { StageLayer, StageMap, StageProvider, useHasOtherMap, useStageMap } = await import('./stage-map');

const place = { lat: 28.6, lng: 77.2 };
function Screen({ label }: { label: string }) {
  useStageMap({ center: place, zoom: 13, markers: [{ id: 'me', kind: 'me', label: 'You', ...place }], label });
  return null;
}

function DialogWithMap() {
  useHasOtherMap();
  return null;
}

const stage = (...labels: string[]) => (
  <StageProvider>
    <StageMap />
    {labels.map((label) => (
      <Screen key={label} label={label} />
    ))}
  </StageProvider>
);

afterEach(() => {
  cleanup();
  mounts = 0;
});

test('one map stays mounted while the screens change, and shows the screen that was mounted last', () => {
  const { rerender } = render(stage('Home'));
  const subject = screen.getByRole('figure', { name: 'Home' }).dataset.subject;
  rerender(stage('Home', 'Trip'));
  expect(screen.getByRole('figure', { name: 'Trip' }).dataset.subject).not.toBe(subject);
  rerender(stage('Home'));
  expect(screen.getByRole('figure', { name: 'Home' }).dataset.subject).toBe(subject);
  expect(mounts).toBe(1);
});

test('the map shows the view of a dialog, even if the page below is mounted after the dialog', () => {
  const withDialog = (...labels: string[]) => (
    <StageProvider>
      <StageMap />
      <StageLayer>
        <Screen label="Form" />
      </StageLayer>
      {labels.map((label) => (
        <Screen key={label} label={label} />
      ))}
    </StageProvider>
  );
  const { rerender } = render(withDialog());
  rerender(withDialog('Home'));
  expect(screen.getByRole('figure', { name: 'Form' })).toBeTruthy();
});

test('the map is hidden, not unmounted, while no screen shows anything on it', () => {
  const { rerender } = render(stage('Home'));
  rerender(stage());
  expect(screen.getByRole('figure').parentElement?.dataset.shown).toBe('false');
  expect(mounts).toBe(1);
});

test('the map has no markers while it is hidden, and while a dialog with its own map is open', () => {
  const { rerender } = render(stage('Home'));
  const markers = () => screen.getByRole('figure').dataset.markers;
  expect(markers()).toBe('1');
  rerender(stage());
  expect(markers()).toBe('0');
  const home = (
    <StageProvider>
      <StageMap />
      <Screen label="Home" />
    </StageProvider>
  );
  rerender(home);
  expect(markers()).toBe('1');
  rerender(
    <StageProvider>
      <StageMap />
      <Screen label="Home" />
      <DialogWithMap />
    </StageProvider>,
  );
  expect(markers()).toBe('0');
  rerender(home);
  expect(markers()).toBe('1');
});

test('no map is loaded before a screen needs it', () => {
  render(stage());
  expect(screen.queryByRole('figure')).toBeNull();
});

test('a screen with a map outside of a stage is an error', () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(() => render(<Screen label="Home" />)).toThrow('A screen with a map needs a StageProvider around it');
  log.mockRestore();
});
