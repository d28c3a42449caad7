import { expect, test } from '@jest/globals';
import { upiLink } from './upi';

test('a UPI link names payee, amount with two decimals, currency, note and a short reference', () => {
  const link = upiLink({
    upiId: 'ravi.kumar@okaxis',
    name: 'Ravi & Sons',
    amount: 240.5,
    note: 'Boli ride 7c1f09ab',
    reference: '7c1f09ab-6e55-4bd5-9f6e-1d1f3f0f4a03',
  });
  expect(link).toBe(
    'upi://pay?pa=ravi.kumar@okaxis&pn=Ravi%20%26%20Sons&am=240.50&cu=INR&tn=Boli%20ride%207c1f09ab&tr=7c1f09ab6e554bd59f6e1d1f3f0f4a03',
  );
});

test('a UPI ID cannot inject a parameter', () => {
  const link = upiLink({ upiId: 'a@b&am=1', name: 'x', amount: 5, note: 'y', reference: 'z' });
  expect(new URL(link).searchParams.getAll('am')).toEqual(['5.00']);
});
