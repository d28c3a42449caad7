import { afterEach, expect, test } from '@jest/globals';
import { readDraft, writeDraft } from './draft';
import { onServer, setServer } from './server';
import { builtInServer, chooseServer, serverAddress } from './shell/chosen-server';

afterEach(() => {
  setServer('');
  document.head.innerHTML = '';
  localStorage.clear();
});

test('a path of the server is one of the page in a browser, and of the chosen server in the shell', () => {
  expect(onServer('/api/config')).toBe('/api/config');
  setServer('https://boli.example.org');
  expect(onServer('/api/files/a.png?sig=1')).toBe('https://boli.example.org/api/files/a.png?sig=1');
});

test('addresses of other hosts and of files on the device stay as they are', () => {
  setServer('https://cabs.example.org');
  for (const address of ['https://tiles.example.org/1.png', 'blob:https://localhost/1', 'data:,'])
    expect(onServer(address)).toBe(address);
});

test('the shell talks to the server that was chosen, until it is forgotten with the drafts for it', () => {
  expect([builtInServer(), serverAddress()]).toEqual([null, '']);
  chooseServer('https://boli.example.org');
  expect(serverAddress()).toBe('https://boli.example.org');
  writeDraft('ride', { notes: 'two bags' });
  chooseServer(null);
  expect([serverAddress(), readDraft('ride', {})]).toEqual(['', {}]);
});

test('the server that the shell was built for comes before one that was chosen', () => {
  document.head.innerHTML = '<meta name="boli-server" content="https://cabs.example.org">';
  chooseServer('https://boli.example.org');
  expect([builtInServer(), serverAddress()]).toEqual(['https://cabs.example.org', 'https://cabs.example.org']);
});
