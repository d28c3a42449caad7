import { expect, test } from '@jest/globals';
import { sharedRuns } from './shared-runs';

/** Runs that end when the test says so. */
function setUpRuns() {
  const ends: (() => void)[] = [];
  const call = sharedRuns(
    () =>
      new Promise<number>((resolve) => {
        const nth = ends.length + 1;
        ends.push(() => resolve(nth));
      }),
  );
  return { ends, call };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('calls during a run share the next one, which begins after they were made', async () => {
  const { ends, call } = setUpRuns();
  const first = call();
  const others = [call(), call(), call()];
  expect(ends).toHaveLength(1);
  ends[0]?.();
  expect(await first).toBe(1);
  await turn();
  expect(ends).toHaveLength(2);
  const late = call();
  ends[1]?.();
  expect(await Promise.all(others)).toEqual([2, 2, 2]);
  await turn();
  ends[2]?.();
  expect(await late).toBe(3);
});

test('a run that rejects rejects its calls, and the next one runs', async () => {
  let isDown = true;
  const call = sharedRuns(async () => {
    if (isDown) throw new Error('down');
    return 'up';
  });
  const failed = await Promise.allSettled([call(), call()]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isDown = false;
  expect(await call()).toBe('up');
});

test('after forty runs in a second, runs begin 25 ms apart', async () => {
  let [at, runs] = [0, 0];
  const call = sharedRuns(
    async () => {
      runs += 1;
    },
    { now: () => at },
  );
  for (let nth = 0; nth < 40; nth += 1) {
    await call();
    await turn();
  }
  expect(runs).toBe(40);
  await call();
  await turn();
  const [began, waiting] = [performance.now(), call()];
  expect(runs).toBe(41);
  await waiting;
  expect(performance.now() - began).toBeGreaterThan(15);
  await turn();
  // Two seconds later no run has to wait.
  at = 2_000;
  await call();
  await turn();
  const before = runs;
  void call();
  expect(runs).toBe(before + 1);
});

test('without pacing a run begins as soon as the last one has ended, also after forty runs in a second', async () => {
  let runs = 0;
  const call = sharedRuns(
    async () => {
      runs += 1;
    },
    { paced: false, now: () => 0 },
  );
  for (let nth = 0; nth < 100; nth += 1) {
    void call();
    await turn();
  }
  expect(runs).toBe(100);
});
