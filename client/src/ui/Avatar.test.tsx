import { afterEach, expect, test } from '@jest/globals';
import { cleanup, render } from '@testing-library/react';
import { Avatar } from './Avatar';

afterEach(cleanup);

test.each([
  ['Asha Verma', 'AV'],
  ['  Asha  Devi Verma ', 'AV'],
  ['asha', 'A'],
  ['रवि कुमार 👨‍👩‍👧‍👦', 'रक'],
  ['🙏 आशा वर्मा 🚕🚕', 'आव'],
  ["D'Souza (Goa)", 'DG'],
  ['7 Seater', '7S'],
  ['🚕🚕', ''],
])('the initials of %j are %j', (name, expected) => {
  const { container } = render(<Avatar name={name} />);
  expect(container.textContent).toBe(expected);
});
