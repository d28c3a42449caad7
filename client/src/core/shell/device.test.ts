import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { type FakeBridge, fakeBridge } from '../../testing/bridge';
import { useSession } from '../session';
import { startPhoneHardware } from './device';

let phone: FakeBridge;
beforeEach(() => {
  jest.useFakeTimers();
  phone = fakeBridge();
  startPhoneHardware();
});
afterEach(() => {
  jest.useRealTimers();
  phone.remove();
  document.body.innerHTML = '';
});

const vibrated = () => phone.calls.filter(({ name }) => name === 'Haptics.vibrate').map(({ options }) => options);
const style = () => phone.calls.filter(({ name }) => name === 'SystemBars.setStyle').at(-1)?.options;

test('an iPhone vibrates in the pattern given to `navigator.vibrate`, until another pattern replaces it', () => {
  navigator.vibrate([100, 50, 200]);
  jest.advanceTimersByTime(100);
  expect(vibrated()).toEqual([{ duration: 100 }]);
  jest.advanceTimersByTime(50);
  expect(vibrated()).toEqual([{ duration: 100 }, { duration: 200 }]);
  navigator.vibrate([100, 50, 200]);
  navigator.vibrate(0);
  jest.advanceTimersByTime(1_000);
  expect(vibrated()).toHaveLength(2);
});

test('what a browser prints is shared as text, a line for each row', () => {
  window.addEventListener(
    'beforeprint',
    () => {
      document.body.innerHTML =
        '<div class="boli-print"><section><h3>Receipt</h3><dl><div><dt>Fare</dt><dd>₹240.00</dd></div><div><dt>Paid</dt><dd>Cash</dd></div></dl></section></div>';
    },
    { once: true },
  );
  document.title = 'Boli';
  window.print();
  expect(phone.calls.at(-1)).toEqual({
    name: 'Share.share',
    options: { title: 'Boli', text: 'Receipt\nFare ₹240.00\nPaid Cash' },
  });
});

test('the icons of the system bars are light on the sign-in page and on the dark scheme only', async () => {
  expect(style()).toEqual({ style: 'DARK' });
  useSession.setState({ status: 'signed_in' });
  expect(style()).toEqual({ style: 'LIGHT' });
  document.documentElement.dataset.mantineColorScheme = 'dark';
  await waitFor(() => expect(style()).toEqual({ style: 'DARK' }));
});
