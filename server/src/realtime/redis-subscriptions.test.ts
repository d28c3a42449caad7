import { expect, jest, test } from '@jest/globals';
import { eventually } from '../testing/realtime';
import { keepSubscriptions } from './redis-subscriptions';

type ChannelListener = (message: Buffer, channel: Buffer) => void;

/** A connection to a Redis that answers only when a test says so. */
function slowConnection() {
  const sent: string[] = [];
  const replies: { answer(): void; refuse(): void }[] = [];
  const listeners = new Map<string, ChannelListener>();
  const send = (command: string) => {
    sent.push(command);
    return new Promise<void>((resolve, reject) => {
      replies.push({ answer: resolve, refuse: () => reject(new Error('refused')) });
    });
  };
  return {
    sent,
    /** Answers the oldest command that waits; resolves when the answer has been handled. */
    async reply(how: 'answer' | 'refuse' = 'answer') {
      replies.shift()?.[how]();
      await new Promise((resolve) => setImmediate(resolve));
    },
    receive: (channel: string, message: string) => listeners.get(channel)?.(Buffer.from(message), Buffer.from(channel)),
    client: {
      isReady: true,
      sSubscribe(channel: string, listener: ChannelListener) {
        listeners.set(channel, listener);
        return send(`+${channel}`);
      },
      sUnsubscribe: (channel: string) => send(`-${channel}`),
    },
  };
}

const ignore = () => undefined;

test('a channel that is wanted again before the reply to its unsubscription is subscribed again after the reply', async () => {
  const connection = slowConnection();
  const channels = keepSubscriptions();
  await channels.moveTo(connection.client);
  channels.subscribe('a', ignore);
  await connection.reply();
  channels.unsubscribe('a');
  channels.subscribe('a', ignore);
  expect(connection.sent).toEqual(['+a', '-a']);
  await connection.reply();
  expect(connection.sent).toEqual(['+a', '-a', '+a']);
  await connection.reply();
  expect(connection.sent).toHaveLength(3);
});

test('a channel has one command under way, and the last wish counts', async () => {
  const connection = slowConnection();
  const channels = keepSubscriptions();
  await channels.moveTo(connection.client);
  for (let turn = 0; turn < 3; turn++) {
    channels.subscribe('a', ignore);
    channels.unsubscribe('a');
  }
  channels.subscribe('b', ignore);
  expect(connection.sent).toEqual(['+a', '+b']);
  await connection.reply();
  expect(connection.sent).toEqual(['+a', '+b', '-a']);
  await connection.reply();
  await connection.reply();
  expect(connection.sent).toHaveLength(3);
});

test('a refused command is sent again while its channel is wanted', async () => {
  const connection = slowConnection();
  const channels = keepSubscriptions();
  await channels.moveTo(connection.client);
  channels.subscribe('given up', ignore);
  channels.subscribe('a', ignore);
  await connection.reply('refuse');
  await connection.reply('refuse');
  channels.unsubscribe('given up');
  await eventually(() => connection.sent.length > 2, 'it is not sent again');
  expect(connection.sent).toEqual(['+given up', '+a', '+a']);
});

test('a new connection subscribes to everything that is wanted, also to what the old one never confirmed', async () => {
  const [broken, next] = [slowConnection(), slowConnection()];
  const channels = keepSubscriptions();
  await channels.moveTo(broken.client);
  const heard = jest.fn();
  channels.subscribe('confirmed', ignore);
  await broken.reply();
  channels.subscribe('unanswered', (message) => heard(String(message)));
  channels.unsubscribe('confirmed');
  channels.subscribe('confirmed', ignore);
  broken.client.isReady = false;
  channels.subscribe('meanwhile', ignore);
  expect(broken.sent).not.toContain('+meanwhile');
  let isMoved = false;
  const moved = channels.moveTo(next.client).then(() => {
    isMoved = true;
  });
  expect(next.sent.toSorted()).toEqual(['+confirmed', '+meanwhile', '+unanswered']);
  // Late ends of the commands on the broken connection change nothing.
  for (let reply = 0; reply < 2; reply++) await broken.reply('refuse');
  for (let reply = 0; reply < 2; reply++) await next.reply();
  expect(isMoved).toBe(false);
  await next.reply();
  await moved;
  expect(next.sent).toHaveLength(3);
  next.receive('unanswered', 'hello');
  expect(heard).toHaveBeenCalledWith('hello');
});

test('a connection that refuses a channel cannot be moved to', async () => {
  const connection = slowConnection();
  const channels = keepSubscriptions();
  channels.subscribe('a', ignore);
  const moving = channels.moveTo(connection.client);
  await Promise.all([expect(moving).rejects.toThrow('refused'), connection.reply('refuse')]);
});

test('a message of a channel that is not wanted any more is not delivered', async () => {
  const connection = slowConnection();
  const channels = keepSubscriptions();
  await channels.moveTo(connection.client);
  const heard = jest.fn();
  channels.subscribe('a', heard);
  await connection.reply();
  connection.receive('a', 'first');
  channels.unsubscribe('a');
  connection.receive('a', 'second');
  expect(heard).toHaveBeenCalledTimes(1);
});
