import { expect, test } from '@jest/globals';
import { admissions } from './admissions';

/** An empty queue, which admits clients as fast as the bucket. */
const empty = { size: 0, pace: 100 };

let addresses = 0;
const newAddress = () => {
  addresses += 1;
  return `address ${addresses}`;
};

test('the admissions of a tenth of a second happen immediately, and the others at an even pace', () => {
  let now = 0;
  const crowd = admissions(
    () => 100,
    () => now,
  );
  const admitted = () => Array.from({ length: 200 }, () => crowd.admits()).filter(Boolean).length;
  expect(admitted()).toBe(11);
  let later = 0;
  for (now = 10; now <= 1_000; now += 10) later += admitted();
  expect(later).toBe(100);
});

test('deferred clients get places at the pace of the admissions, and nobody waits for more than a minute', () => {
  const now = 0;
  const crowd = admissions(
    () => 100,
    () => now,
  );
  while (crowd.admits());
  const places = Array.from({ length: 1_000 }, () => crowd.place(newAddress(), empty));
  expect(places.slice(0, 3)).toEqual([0.01, 0.02, 0.03]);
  expect(places.at(-1)).toBeCloseTo(10);
  for (let more = 0; more < 10_000; more += 1) crowd.place(newAddress(), empty);
  expect(crowd.place(newAddress(), empty)).toBe(60);
});

test('while others wait, a new client gets a place and is admitted when its turn comes', () => {
  let now = 0;
  const crowd = admissions(
    () => 100,
    () => now,
  );
  while (crowd.admits());
  const waits = Array.from({ length: 500 }, () => crowd.place(newAddress(), empty) * 1_000);
  const refused: number[] = [];
  const admitUntil = (end: number) => {
    for (; (waits[0] ?? end) < end; waits.shift()) {
      now = (waits[0] ?? 0) + 1;
      if (!crowd.admits()) refused.push(now);
    }
  };
  admitUntil(2_000);
  expect(crowd.place(newAddress(), empty)).toBeCloseTo(3.02);
  admitUntil(6_000);
  expect(refused).toEqual([]);
});

/** A clock, and a crowd that admits 100 clients a second and has no immediate admission left. */
function waitingCrowd() {
  const clock = { now: 0 };
  const crowd = admissions(
    () => 100,
    () => clock.now,
  );
  while (crowd.admits());
  return { clock, crowd };
}

test('forgotten places keep nobody waiting', () => {
  const { crowd } = waitingCrowd();
  for (let nth = 0; nth < 5_000; nth += 1) crowd.place(newAddress(), empty);
  expect(crowd.place(newAddress(), empty)).toBeCloseTo(50.01);
  crowd.forget();
  expect(crowd.place(newAddress(), empty)).toBeCloseTo(0.01);
});

test('the clients that wait with open connections come first, at the pace of the queue', () => {
  const { clock, crowd } = waitingCrowd();
  const queue = { size: 500, pace: 50 };
  expect(crowd.place(newAddress(), queue)).toBeCloseTo(10.02);
  // The bucket is free for a moment, but the others still wait.
  clock.now = 200;
  expect(crowd.place(newAddress(), queue)).toBeCloseTo(10.02);
  expect(crowd.place(newAddress(), queue)).toBeCloseTo(10.04);
});

test('an address has a quarter of the places at most; its further clients all get the time of its last place', () => {
  const { clock, crowd } = waitingCrowd();
  const own = Array.from({ length: 20_000 }, () => crowd.place('one address', empty));
  expect(own[1_000]).toBeCloseTo(10.01);
  expect(Math.max(...own)).toBeCloseTo(15);
  expect(own.at(-1)).toBeCloseTo(15);
  // A client of another address waits until those places have passed, and not for a minute.
  expect(crowd.place('another address', empty)).toBeCloseTo(15.01);
  // After the times of some of its places have passed, the address gets new places.
  for (clock.now = 10; clock.now <= 4_000; clock.now += 10) crowd.admits();
  expect(crowd.place('one address', empty)).toBeCloseTo(11.01);
});
