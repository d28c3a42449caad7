import { afterEach, expect, jest, test } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import type { MapViewProps } from '../map/marker';

let mounts = 0;
function CountedMap({ label, subject }: MapViewProps) {
  useEffect(() => {
    mounts += 1;
  }, []);
  return <figure aria-label={label} data-subject={subject} />;
}
jest.unstable_mockModule('../LazyMap', () => ({ LazyMap: CountedMap }));
const { StageLayer, StageMap, StageProvider, useStageMap } = await import('./stage-map');

function Screen({ label }: { label: string }) {
  useStageMap({ center: { lat: 28.6, lng: 77.2 }, zoom: 13, markers: [], label });
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

test('no map is loaded before a screen needs it', () => {
  render(stage());
  expect(screen.queryByRole('figure')).toBeNull();
});

test('a screen with a map outside of a stage is an error', () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(() => render(<Screen label="Home" />)).toThrow('A screen with a map needs a StageProvider around it');
  log.mockRestore();
});
