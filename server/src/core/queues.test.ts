import { expect, test } from '@jest/globals';
import { Queues } from './queues';

const soon = async (turns = 20) => {
  for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
};

test('the work of one queue keeps its order, whichever would be ready first; other queues do not wait for it', async () => {
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

test('what fails fails for its caller alone', async () => {
  const queues = new Queues();
  const failing = queues.run('one', () => Promise.reject(new Error('no')));
  const next = queues.run('one', async () => 'next');
  await expect(failing).rejects.toThrow('no');
  await expect(next).resolves.toBe('next');
});
