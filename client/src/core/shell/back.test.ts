import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { cleanup, render, renderHook } from '@testing-library/react';
import { createElement } from 'react';
import { useActiveRow } from '../../features/rides/use-active-row';
import { type FakeBridge, fakeBridge } from '../../testing/bridge';
import { useEscape } from '../../ui/use-escape';
import { startBack } from './back';

let phone: FakeBridge;
const back = jest.spyOn(window.history, 'back').mockImplementation(() => {});

beforeEach(() => {
  phone = fakeBridge();
  startBack();
});
afterEach(() => {
  cleanup();
  phone.remove();
  back.mockClear();
});

const at = (idx: number, search = '') => window.history.replaceState({ idx }, '', `/${search}`);
const openDialog = (close: () => void) => {
  cleanup();
  renderHook(() => useEscape(true, close));
};

test('Back goes back a page, and leaves the app on the first one', () => {
  at(2);
  phone.emit('backButton');
  expect([back.mock.calls.length, phone.names()]).toEqual([1, []]);
  at(0);
  phone.emit('backButton');
  expect([back.mock.calls.length, phone.names()]).toEqual([1, ['App.minimizeApp']]);
});

test('Back closes the topmost dialog, and stays on the page', () => {
  at(0);
  const close = jest.fn();
  openDialog(close);
  phone.emit('backButton');
  expect([close.mock.calls.length, back.mock.calls.length, phone.names()]).toEqual([1, 0, []]);
});

test('Back closes an open list of a field, and stays on the page; with the list closed it leaves the page', () => {
  at(2);
  const onClose = jest.fn();
  const List = ({ isOpen }: { isOpen: boolean }) => {
    const { onKeyDown } = useActiveRow({
      ...{ isOpen, ids: [], first: null, onClose },
      ...{ onChoose: () => undefined, onOpen: () => undefined },
    });
    return createElement('input', { onKeyDown });
  };
  const { container, rerender } = render(createElement(List, { isOpen: true }));
  container.querySelector('input')?.focus();
  phone.emit('backButton');
  expect([onClose.mock.calls.length, back.mock.calls.length]).toEqual([1, 0]);
  rerender(createElement(List, { isOpen: false }));
  phone.emit('backButton');
  expect([onClose.mock.calls.length, back.mock.calls.length]).toEqual([1, 1]);
});

test('Back from a dialog that has a URL of its own goes to the page that opened the dialog', () => {
  at(1, '?booking=1');
  openDialog(() => at(1));
  phone.emit('backButton');
  expect(back).toHaveBeenCalledTimes(1);
  at(0, '?booking=1');
  openDialog(() => at(0));
  phone.emit('backButton');
  expect([back.mock.calls.length, phone.names()]).toEqual([1, []]);
});
