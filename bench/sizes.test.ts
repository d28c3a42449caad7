import { expect, test } from '@jest/globals';
import { addedCode, codeOf, mapCode } from './p9/sizes';

const file = (path: string, content: number, from: number) => ({ path, content, from, to: from + 10, bytes: content });
const signIn = {
  ready: 500,
  files: [
    file('/auth', 9_000, 0),
    file('/assets/base.js', 60_000, 20),
    file('/assets/base.js', 0, 30),
    file('/assets/index.css', 8_000, 20),
    file('/favicon.svg', 700, 90),
  ],
};
const home = {
  ready: 800,
  files: [
    file('/', 9_000, 0),
    file('/assets/base.js', 60_000, 20),
    file('/assets/customer.js', 30_000, 25),
    file('/assets/customer.css', 2_000, 25),
    file('/api/rides', 400, 25),
    file('/assets/Map.js', 280_000, 900),
    file('/assets/later.js', 5_000, 900),
  ],
};

test('script and style of a page are counted once each, without documents, images and data', () => {
  expect(codeOf(signIn)).toBe(68_000);
});

test('a home screen counts the files that it requests before it is ready, without those of the sign-in page', () => {
  expect(addedCode(home, signIn)).toBe(32_000);
  expect(addedCode({ ...home, ready: 1_000 }, signIn)).toBe(37_000);
});

test('the code of the map that is requested before a page is ready is counted separately', () => {
  expect(mapCode(home)).toEqual({ early: 0, all: 280_000 });
  expect(mapCode({ ...home, ready: 1_000 })).toEqual({ early: 280_000, all: 280_000 });
  expect(mapCode(signIn)).toEqual({ early: 0, all: 0 });
});
