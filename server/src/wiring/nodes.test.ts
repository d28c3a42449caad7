import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { domainEvents } from '../domain-events';
import { isOnline } from '../realtime/presence';
import { reportAnswer } from '../store/interruptions';
import { eventually } from '../testing/realtime';
import { setUpApp } from '../testing/set-up';
import { receiveFromNode, startPublishing } from './nodes';

setUpApp();

const joined = (version: number, driver_id: unknown) => ({
  node: 'another node',
  name: 'presence.joined',
  version,
  payload: { driver_id },
});

test('an event of another node is handled, and one of another version is ignored', async () => {
  const [known, unknown] = [randomUUID(), randomUUID()];
  await receiveFromNode(joined(1, known));
  await receiveFromNode(joined(2, unknown));
  expect([isOnline(known), isOnline(unknown)]).toEqual([true, false]);
});

test.each([
  null,
  'presence.joined',
  {},
  { node: 'another node', name: 'toString', version: 1, payload: {} },
  { node: 'another node', name: 'driver.moved', version: 1, payload: {} },
  { node: 'another node', name: 'an event of a later version', version: 1, payload: {} },
])('the message %j is ignored', async (message) => {
  await expect(receiveFromNode(message)).resolves.toBeUndefined();
});

test('a node that starts asks who is connected to the others, and they answer with their list', async () => {
  let asked = 0;
  let listed = 0;
  const stops = [
    domainEvents.on('presence.asked', () => {
      asked += 1;
    }),
    domainEvents.on('presence.listed', () => {
      listed += 1;
    }),
  ];
  startPublishing()();
  await receiveFromNode({ node: 'another node', name: 'presence.asked', version: 1, payload: {} });
  expect([asked, listed]).toEqual([1, 1]);
  for (const stop of stops) stop();
});

test('an event that cannot be handled makes all clients of the node resync', async () => {
  let restored = false;
  const stop = domainEvents.on('database.restored', () => {
    restored = true;
  });
  await receiveFromNode(joined(1, { id: 'not a string' }));
  await eventually(() => {
    reportAnswer();
    return restored;
  }, 'no resync was requested');
  stop();
});
