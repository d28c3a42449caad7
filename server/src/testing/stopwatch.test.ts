import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { stopwatch } from './stopwatch';

test('a duration contains waiting', async () => {
  // The longest of several, because the machine may stall during some of them.
  const durations: number[] = [];
  for (let n = 0; n < 5; n++) {
    const elapsed = stopwatch();
    await delay(300);
    durations.push(elapsed());
  }
  expect(Math.max(...durations)).toBeGreaterThan(250);
});

test('a duration contains the time in which the process computes and reacts to nothing', () => {
  const elapsed = stopwatch();
  const from = process.cpuUsage();
  while (process.cpuUsage(from).user + process.cpuUsage(from).system < 300_000) Math.sqrt(2);
  expect(elapsed()).toBeGreaterThan(250);
});

test('a duration does not contain the time in which the process was suspended', async () => {
  const elapsed = stopwatch();
  const resume = spawn('sh', ['-c', `kill -STOP ${process.pid}; sleep 1; kill -CONT ${process.pid}`], {
    // Not ended together with this process's group, which would then stay suspended.
    detached: true,
  });
  await new Promise((resolve) => resume.once('exit', resolve));
  expect(elapsed()).toBeLessThan(600);
});
