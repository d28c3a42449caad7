import { afterEach, expect, jest, test } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { LazyMap, shownMap } from '../../../testing/map';
import { renderPart } from '../../../testing/render';
import { aReference, aRide } from '../../../testing/ride.builder';

// The real map needs WebGL.
jest.unstable_mockModule('../../../ui/LazyMap', () => ({ LazyMap }));
const { OffersMap } = await import('./OffersMap');

afterEach(cleanup);

const place = { lat: 28.62, lng: 77.2167 };
const road = { distance_km: 10, duration_min: 30, source: 'estimate' as const };
const near = aRide({ id: 'near', customer_name: 'Asha', road });
const far = aRide({ id: 'far', customer_name: 'Nikhil', pickup_lat: 28.7, drop_lat: 28.72, road });
const usual = { perKm: 20, vehicleClass: null };
const onFocus = jest.fn<(id: string) => void>();
const show = (over: Partial<Parameters<typeof OffersMap>[0]> = {}) =>
  renderPart(
    <>
      <article id="request-far" tabIndex={-1}>
        Nikhil
      </article>
      <OffersMap {...{ rides: [near, far], place, usual, focusedId: null, onFocus }} {...over} />
    </>,
  );
const bubbles = () => shownMap.props?.markers.filter(({ kind }) => kind === 'price') ?? [];

test("each pickup is a button with the driver's usual price or, if that is not known, with the distance to the pickup", () => {
  show();
  expect(bubbles().map(({ label, text }) => [label, text])).toEqual([
    ['Asha, ₹200', '₹200'],
    ['Nikhil, ₹200', '₹200'],
  ]);
  cleanup();
  show({ usual: { perKm: null, vehicleClass: null } });
  expect(bubbles().map(({ text }) => text)).toEqual(['about 2 km', 'about 12 km']);
  cleanup();
  show({ rides: [{ ...near, reference: aReference() }], usual: { perKm: 20, vehicleClass: 'suv' } });
  expect(bubbles().map(({ text }) => text)).toEqual(['₹225']);
});

test('a press on a pickup focuses the card of its request', () => {
  show();
  bubbles()[1]?.onPress?.();
  expect(onFocus).toHaveBeenCalledWith('far');
  expect(document.activeElement).toBe(screen.getByText('Nikhil'));
});

test('the way of the focused request is drawn and framed; the ways of the others are faint', () => {
  show({ focusedId: 'far' });
  const { line, faint, frame, markers } = shownMap.props ?? {};
  expect(line?.[0]).toEqual({ lat: 28.7, lng: 77.2167 });
  expect(frame).toBe(line);
  expect(faint?.map(([start]) => start?.lat)).toEqual([near.pickup_lat]);
  expect(markers?.some(({ kind, lat }) => kind === 'drop' && lat === 28.72)).toBe(true);
});

test('the ways are computed once, and the same arrays are kept while the driver moves', () => {
  const at = (lat: number) => (
    <OffersMap {...{ rides: [near, far], place: { lat, lng: 77.2 }, usual, focusedId: null, onFocus }} />
  );
  const { rerender } = render(at(28.62));
  const faint = [...(shownMap.props?.faint ?? [])];
  rerender(at(28.63));
  expect(faint).toHaveLength(2);
  for (const [index, way] of faint.entries()) expect(shownMap.props?.faint?.[index]).toBe(way);
});

test('a request that comes later does not move the map', () => {
  const { rerender } = render(<OffersMap {...{ rides: [near], place, usual, focusedId: null, onFocus }} />);
  const framed = shownMap.props?.frame;
  rerender(<OffersMap {...{ rides: [far, near], place, usual, focusedId: null, onFocus }} />);
  expect(bubbles()).toHaveLength(2);
  expect(shownMap.props?.frame).toBe(framed);
});
