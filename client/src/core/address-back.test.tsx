import { expect, test } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom';
import { useAddress } from './address-bar';

const wrapper = ({ children }: { children: ReactNode }) => (
  <MemoryRouter initialEntries={['/?tab=history', '/?booking=1']} initialIndex={1}>
    {children}
  </MemoryRouter>
);
const opened = () =>
  renderHook(() => ({ ...useAddress(), navigate: useNavigate(), search: useLocation().search }), { wrapper }).result;

test('after a dialog is closed, Back leads to the entry before the page below the dialog', () => {
  const page = opened();
  act(() => page.current.go({ dialog: 'rate' }));
  act(() => page.current.go({ dialog: null }, { replace: true }));
  expect(page.current.search).toBe('?booking=1');
  act(() => void page.current.navigate(-1));
  expect(page.current.search).toBe('?tab=history');
});

test('a replacement whose query string differs from that of the previous history entry replaces the present entry instead of going back', () => {
  const page = opened();
  act(() => page.current.go({ dialog: 'rate' }));
  act(() => page.current.go({ booking: '2', dialog: null }, { replace: true }));
  expect(page.current.search).toBe('?booking=2');
  act(() => void page.current.navigate(-1));
  expect(page.current.search).toBe('?booking=1');
});

test('a dialog that is closed twice goes back once, and a third close after that changes nothing', () => {
  const page = opened();
  act(() => page.current.go({ dialog: 'rate' }));
  const { go } = page.current;
  act(() => {
    go({ dialog: null }, { replace: true });
    go({ dialog: null }, { replace: true });
  });
  expect(page.current.search).toBe('?booking=1');
  act(() => go({ dialog: null }, { replace: true }));
  expect(page.current.search).toBe('?booking=1');
});
