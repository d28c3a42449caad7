import { afterEach, expect, jest, test } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MapControls } from './MapControls';

afterEach(cleanup);

const shown = { onZoom: null, onRecentre: null, onLocate: null, simplified: false };
const names = () => screen.queryAllByRole('button').map((button) => button.getAttribute('aria-label'));

test('a map has a locate button only with a handler for it, and zoom buttons only with a handler for them', () => {
  const onLocate = jest.fn();
  const { rerender } = render(<MapControls {...shown} />);
  expect(names()).toEqual([]);
  rerender(<MapControls {...shown} onLocate={onLocate} />);
  expect(names()).toEqual(['Show where I am']);
  fireEvent.click(screen.getByRole('button'));
  expect(onLocate).toHaveBeenCalledTimes(1);
  rerender(<MapControls {...shown} onZoom={jest.fn()} onLocate={onLocate} />);
  expect(names()).toEqual(['Zoom in', 'Zoom out', 'Show where I am']);
});
