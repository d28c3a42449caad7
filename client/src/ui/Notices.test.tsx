import { afterEach, expect, test } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import { useInstall } from '../core/install';
import { useUpdate } from '../core/update';
import { renderPart } from '../testing/render';
import { Notices } from './Notices';

afterEach(() => {
  cleanup();
  useInstall.setState({ way: null });
  useUpdate.setState({ available: false, isPostponed: false });
  localStorage.clear();
});

const buttons = () => screen.queryAllByRole('button').map((button) => button.textContent);

test("the install banner has 'Install' and 'Not Now', which hides it", () => {
  useInstall.setState({ way: 'prompt' });
  renderPart(<Notices />);
  expect(buttons().sort()).toEqual(['Install', 'Not Now']);
  act(() => screen.getByRole('button', { name: 'Not Now' }).click());
  expect(buttons()).toEqual([]);
  expect(localStorage.length).toBe(1);
});

test("on iOS the banner shows Share, then 'Add to Home Screen', and has no Install button", () => {
  useInstall.setState({ way: 'ios' });
  renderPart(<Notices />);
  expect(screen.getByText(/Share.*Add to Home Screen/)).toBeTruthy();
  expect(buttons()).toEqual(['Not Now']);
});

test('the banner of a newer version replaces the install banner, and reserves its height above the bottom bar', () => {
  useInstall.setState({ way: 'prompt' });
  useUpdate.setState({ available: true });
  renderPart(<Notices />);
  expect(screen.getByText('A new version is available')).toBeTruthy();
  expect(buttons()).toEqual(['Reload']);
  expect(document.documentElement.style.getPropertyValue('--boli-notice')).not.toBe('');
  act(() => useUpdate.setState({ available: false }));
  act(() => useInstall.setState({ way: null }));
  expect(document.documentElement.style.getPropertyValue('--boli-notice')).toBe('');
});

test('while an update waits for a ride, payment or form, its banner says so and has no button', () => {
  useUpdate.setState({ available: true, isPostponed: true });
  renderPart(<Notices />);
  expect(screen.getByText('The new version starts once your ride, payment or form is finished.')).toBeTruthy();
  expect(buttons()).toEqual([]);
});
