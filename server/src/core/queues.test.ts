import { expect, test } from '@jest/globals';
import { Queues } from './queues';

const soon = async (turns = 20) => {
  for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
};

test('tasks of one queue run in order, even if a later task takes less time; other queues do not wait', async () => {
  const queues = new Queues();
  const done: string[] = [];
  await Promise.all([
    queues.run('one', async () => {
      await soon();
      done.push('slow');
    }),
    queues.run('one', async () => void done.push('quick')),
    queues.run('two', async () => void done.push('other')),
  ]);
  expect(done).toEqual(['other', 'slow', 'quick']);
});

test('a failing task fails only for its caller', async () => {
  const queues = new Queues();
  const failing = queues.run('one', () => Promise.reject(new Error('no')));
  const next = queues.run('one', async () => 'next');
  await expect(failing).rejects.toThrow('no');
  await expect(next).resolves.toBe('next');
});
