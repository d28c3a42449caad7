import { afterEach, describe, expect, test } from '@jest/globals';
import { builtInServer, chooseServer, isShell, onServer, serverAddress } from './server';

const openShell = (builtFor?: string) => {
  Object.assign(window, { Capacitor: {} });
  if (builtFor) document.head.innerHTML = `<meta name="boli-server" content="${builtFor}">`;
};

afterEach(() => {
  Reflect.deleteProperty(window, 'Capacitor');
  document.head.innerHTML = '';
  localStorage.clear();
});

describe('the address of the server', () => {
  test('is the origin of the page in a browser, whatever is stored', () => {
    chooseServer('https://boli.example.org');
    expect(isShell()).toBe(false);
    expect(serverAddress()).toBe('');
    expect(onServer('/api/config')).toBe('/api/config');
  });

  test('is the one that was chosen in the shell, until it is forgotten', () => {
    openShell();
    expect([isShell(), serverAddress()]).toEqual([true, '']);
    chooseServer('https://boli.example.org');
    expect(onServer('/api/files/a.png?sig=1')).toBe('https://boli.example.org/api/files/a.png?sig=1');
    chooseServer(null);
    expect(serverAddress()).toBe('');
  });

  test('is the one that the shell was built for, whatever was chosen before', () => {
    openShell('https://cabs.example.org');
    chooseServer('https://boli.example.org');
    expect([builtInServer(), onServer('/map/a.pmtiles')]).toEqual([
      'https://cabs.example.org',
      'https://cabs.example.org/map/a.pmtiles',
    ]);
  });

  test('does not change addresses of other hosts and of files on the device', () => {
    openShell('https://cabs.example.org');
    for (const address of ['https://tiles.example.org/1.png', 'blob:https://localhost/1', 'data:,'])
      expect(onServer(address)).toBe(address);
  });
});
