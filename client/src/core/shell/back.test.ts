import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { type FakeBridge, fakeBridge } from '../../testing/bridge';
import { startBack } from './back';

let phone: FakeBridge;
const back = jest.spyOn(window.history, 'back').mockImplementation(() => {});
let onEscape = () => {};
const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && onEscape();

beforeEach(() => {
  phone = fakeBridge();
  startBack();
  window.addEventListener('keydown', onKey, { capture: true });
});
afterEach(() => {
  phone.remove();
  window.removeEventListener('keydown', onKey, { capture: true });
  document.body.innerHTML = '';
  back.mockClear();
});

const at = (idx: number, search = '') => window.history.replaceState({ idx }, '', `/${search}`);
const openDialog = (close: () => void) => {
  document.body.innerHTML = '<div role="dialog" aria-modal="true"></div>';
  onEscape = close;
};

test('Back goes back a page, and leaves the app on the first one', () => {
  at(2);
  phone.emit('backButton');
  expect([back.mock.calls.length, phone.names()]).toEqual([1, []]);
  at(0);
  phone.emit('backButton');
  expect([back.mock.calls.length, phone.names()]).toEqual([1, ['App.minimizeApp']]);
});

test('Back closes the topmost dialog, and goes nowhere', () => {
  at(0);
  const close = jest.fn();
  openDialog(close);
  phone.emit('backButton');
  expect([close.mock.calls.length, back.mock.calls.length, phone.names()]).toEqual([1, 0, []]);
});

test('Back from a dialog that has an address of its own goes to the page that opened it', () => {
  at(1, '?booking=1');
  openDialog(() => at(1));
  phone.emit('backButton');
  expect(back).toHaveBeenCalledTimes(1);
  at(0, '?booking=1');
  openDialog(() => at(0));
  phone.emit('backButton');
  expect([back.mock.calls.length, phone.names()]).toEqual([1, []]);
});
