import { afterEach, expect, test } from '@jest/globals';
import { readDraft, writeDraft } from './draft';
import { onServer, setServer } from './server';
import { builtInServer, chooseServer, serverAddress } from './shell/chosen-server';

afterEach(() => {
  setServer('');
  document.head.innerHTML = '';
  localStorage.clear();
});

test('a path of the server stays as it is in a browser, and gets the origin of the chosen server in the shell', () => {
  expect(onServer('/api/config')).toBe('/api/config');
  setServer('https://boli.example.org');
  expect(onServer('/api/files/a.png?sig=1')).toBe('https://boli.example.org/api/files/a.png?sig=1');
});

test('URLs of other hosts and of files on the device stay as they are', () => {
  setServer('https://cabs.example.org');
  for (const address of ['https://tiles.example.org/1.png', 'blob:https://localhost/1', 'data:,'])
    expect(onServer(address)).toBe(address);
});

test('the shell uses the chosen server until that choice is removed, which also deletes the drafts', () => {
  expect([builtInServer(), serverAddress()]).toEqual([null, '']);
  chooseServer('https://boli.example.org');
  expect(serverAddress()).toBe('https://boli.example.org');
  writeDraft('ride', { notes: 'two bags' });
  chooseServer(null);
  expect([serverAddress(), readDraft('ride', {})]).toEqual(['', {}]);
});

test('the server that the shell was built for is used even if another one was chosen', () => {
  document.head.innerHTML = '<meta name="boli-server" content="https://cabs.example.org">';
  chooseServer('https://boli.example.org');
  expect([builtInServer(), serverAddress()]).toEqual(['https://cabs.example.org', 'https://cabs.example.org']);
});
