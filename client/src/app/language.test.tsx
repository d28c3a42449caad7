import { me } from '@boli/shared/auth/auth.endpoints';
import { catalogues, translate } from '@boli/shared/core/messages';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { act } from 'react';
import { call } from '../core/api';
import { chooseLanguage, currentLanguage, startLanguage, useLanguage } from '../core/language';
import { formatMoney } from '../core/money';
import { formatPeriod, formatPeriodShort } from '../core/periods';
import { signIn, signOut } from '../core/session';
import { getSocket, startSocket } from '../core/socket';
import { t } from '../core/t';
import { elapsed, formatClock, formatDay, formatExact, formatPlanned } from '../core/time';
import { App } from './App';
import { themeFor } from './theme';

const asked: Headers[] = [];
beforeEach(() => {
  asked.length = 0;
  globalThis.fetch = async (_address, init) => {
    asked.push(new Headers(init?.headers));
    return new Response('{}', { status: 404 });
  };
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  useLanguage.setState({ language: 'en' });
  jest.restoreAllMocks();
});

const ofBrowser = (...tags: string[]) => jest.spyOn(navigator, 'languages', 'get').mockReturnValue(tags);
const typed = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

test('the switch on the sign-in page changes every text and keeps what was typed, the password too', async () => {
  history.replaceState(null, '', '/auth');
  render(<App />);
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'asha@example.in' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'a fine password' } });
  fireEvent.click(screen.getByRole('button', { name: 'Show characters' }));
  const hindi = screen.getByRole<HTMLInputElement>('radio', { name: 'हिन्दी' });
  expect(screen.getByRole('group', { name: 'Language' }).contains(hindi)).toBe(true);
  expect(hindi.closest('[lang]')?.getAttribute('lang')).toBe('hi');
  fireEvent.click(hindi);
  expect(await screen.findByRole('button', { name: 'साइन इन करें' })).toBeTruthy();
  expect([typed('ईमेल'), typed('पासवर्ड')]).toEqual(['asha@example.in', 'a fine password']);
  expect(document.documentElement.lang).toBe('hi');
  expect(localStorage.getItem('language')).toBe('hi');
  fireEvent.click(screen.getByRole('radio', { name: 'English' }));
  expect(await screen.findByRole('button', { name: 'Sign In' })).toBeTruthy();
  expect([typed('Email'), document.documentElement.lang]).toEqual(['asha@example.in', 'en']);
});

test('the error of a field is in the new language, too', async () => {
  history.replaceState(null, '', '/auth');
  render(<App />);
  fireEvent.click(screen.getByRole('button', { name: 'Sign In' }));
  expect(screen.getByText('Please enter your email')).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: 'हिन्दी' }));
  expect(await screen.findByText('कृपया अपना ईमेल लिखें')).toBeTruthy();
  expect(screen.queryByText('Please enter your email')).toBeNull();
});

test.each([
  [['hi-IN', 'en-IN'], null, 'hi'],
  [['en-IN', 'hi-IN'], null, 'en'],
  [['ta-IN', 'hi'], null, 'hi'],
  [['fr'], null, 'en'],
  [['hi'], 'en', 'en'],
  [['en'], 'hi', 'hi'],
  [['en'], 'constructor', 'en'],
])('with the browser languages %j and the earlier choice %j, the page is in %s', async (tags, chosen, language) => {
  ofBrowser(...tags);
  if (chosen) localStorage.setItem('language', chosen);
  await startLanguage();
  expect([currentLanguage(), document.documentElement.lang]).toEqual([language, language]);
  expect(t('common.back')).toBe(translate('common.back', {}, language === 'hi' ? 'hi' : 'en'));
});

test('texts that cannot be loaded leave the page in English', async () => {
  delete catalogues.hi;
  ofBrowser('hi');
  const { languages } = await import('@boli/shared/messages/languages');
  jest.spyOn(languages.hi, 'load').mockRejectedValue(new Error('offline'));
  await startLanguage();
  expect([currentLanguage(), t('common.back')]).toEqual(['en', 'Back']);
  await expect(chooseLanguage('hi')).rejects.toThrow('offline');
  expect([currentLanguage(), localStorage.getItem('language')]).toEqual(['en', null]);
});

test('a choice in another tab of the browser changes the language of this page, too', async () => {
  await startLanguage();
  localStorage.setItem('language', 'hi');
  window.dispatchEvent(new StorageEvent('storage', { key: 'language', newValue: 'hi' }));
  await waitFor(() => expect(currentLanguage()).toBe('hi'));
});

test('requests and the socket send the language of the page to the server; a change reconnects the socket', async () => {
  const socket = getSocket();
  const steps: string[] = [];
  Object.assign(socket, { connect: () => steps.push('connect'), disconnect: () => steps.push('disconnect') });
  const user = { id: 'c1', name: 'Asha', email: 'a@example.in', role: 'customer' as const, phone: null };
  signIn({ access_token: 't', token_type: 'bearer', user });
  startSocket();
  steps.length = 0;
  await act(() => chooseLanguage('hi'));
  expect(steps).toEqual(['disconnect', 'connect']);
  // Spread, because Socket.IO reads the query by spreading it at each attempt to connect.
  expect({ ...socket.io.opts.query }).toEqual({ language: 'hi' });
  await call(me).catch(() => undefined);
  expect(asked.at(-1)?.get('Accept-Language')).toBe('hi');
  signOut();
});

test('dates and amounts are in Hindi with Latin digits', async () => {
  await chooseLanguage('hi');
  const morning = new Date(2026, 8, 22, 6, 30);
  expect(formatPlanned(morning)).toBe('मंगल 22 सित॰, 6:30 am');
  expect(formatExact(morning)).toBe('22 सित॰ 2026, 6:30 am');
  expect(formatDay(morning)).toBe('22 सित॰ 2026');
  expect(formatClock(morning)).toBe('6:30 am');
  expect(elapsed(0, 6 * 60_000)).toBe('6 मिनट');
  expect(formatPeriod('2026-11-16', 'week')).toBe('16–22 नव॰ 2026');
  expect(formatPeriodShort('2026-11-01', 'month')).toBe('नव॰');
  expect(formatMoney(123456.5)).toBe('₹1,23,456.50');
  await chooseLanguage('en');
  expect(formatPlanned(morning)).toBe('Tue 22 Sep, 6:30 am');
});

test('lines of text are taller in Hindi; lines of letters inside shapes are not', async () => {
  const height = (language: 'en' | 'hi', name: 'md' | 'none') =>
    Number(new Map(Object.entries(themeFor(language).lineHeights ?? {})).get(name));
  expect(height('hi', 'md')).toBeCloseTo(height('en', 'md') * 1.15);
  expect(height('hi', 'none')).toBe(height('en', 'none'));
});

test('the account dialog has the language switch, too', async () => {
  globalThis.fetch = async () => new Response('[]', { status: 200 });
  const { AccountDialog } = await import('../features/auth/account/AccountDialog');
  const { renderPart } = await import('../testing/render');
  const user = { id: 'c1', name: 'Asha', email: 'a@example.in', role: 'customer' as const, phone: null };
  signIn({ access_token: 't', token_type: 'bearer', user });
  renderPart(<AccountDialog />, '/?dialog=account');
  fireEvent.click(await screen.findByRole('radio', { name: 'हिन्दी' }));
  await waitFor(() => expect(currentLanguage()).toBe('hi'));
  signOut();
});
