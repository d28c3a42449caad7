import { beforeEach, describe, expect, test } from '@jest/globals';
import { Outage } from './outage';

const pauses = { first: 500, longest: 10_000 };
let now: number;
let outage: Outage;
beforeEach(() => {
  now = 1_000;
  outage = new Outage(() => now);
});

describe('a failing service', () => {
  test('is skipped for a pause, then tried by one request at a time, with growing pauses', () => {
    expect(outage.turn('a')).toBe('twice');
    expect(outage.failed('a', now, pauses)).toBe(true);
    const askedAt: number[] = [];
    for (let waited = 0; waited < 40_000; waited += 100, now += 100) {
      for (let person = 0; person < 3; person++) {
        const turn = outage.turn('a');
        if (turn === 'none') continue;
        expect(turn).toBe('once');
        askedAt.push(waited);
        expect(outage.failed('a', now, pauses)).toBe(false);
      }
    }
    expect(askedAt).toEqual([500, 1_500, 3_500, 7_500, 15_500, 25_500, 35_500]);
  });

  test('is used by all requests again after its first answer', () => {
    outage.turn('a');
    outage.failed('a', now, pauses);
    now += 500;
    expect(outage.turn('a')).toBe('once');
    expect(outage.turn('a')).toBe('none');
    expect(outage.answered('a')).toBe(true);
    expect([outage.turn('a'), outage.turn('a')]).toEqual(['twice', 'twice']);
    expect(outage.answered('a')).toBe(false);
  });

  test('counts one failure when many requests were running', () => {
    for (let n = 0; n < 50; n++) outage.turn('a');
    const since = now;
    now += 300;
    const begins = Array.from({ length: 50 }, () => outage.failed('a', since, pauses));
    expect(begins.filter(Boolean)).toHaveLength(1);
    now += 500;
    expect(outage.turn('a')).toBe('once');
  });

  test('has no outage if other requests were answered meanwhile', () => {
    outage.turn('a');
    const since = now;
    now += 300;
    outage.turn('a');
    outage.answered('a');
    expect(outage.failed('a', since, pauses)).toBe(false);
    expect(outage.turn('a')).toBe('twice');
  });

  test('does not pause another service', () => {
    outage.turn('a');
    outage.failed('a', now, pauses);
    expect(outage.turn('b')).toBe('twice');
    expect(outage.failed('a', now, pauses)).toBe(false);
    expect(outage.turn('b')).toBe('twice');
    // The end of an outage is reported once, whichever service answers.
    expect(outage.answered('b')).toBe(true);
  });
});
