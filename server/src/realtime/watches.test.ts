import { expect, test } from '@jest/globals';
import { AppError, NotFound } from '../core/errors';
import { outdateJoining } from './joining';
import { hasListeners } from './push';
import { requireSyncIn } from './sync';
import { leaveAreas, parkAreas, restoreAreas, type Watch, type Watcher, watch, watchArea } from './watches';

/** A socket's rooms and a log of their changes. */
function socketIn(...rooms: string[]) {
  const diary: string[] = [];
  const socket: Watcher & { connected: boolean } = {
    rooms: new Set(['own', 'user:x', ...rooms]),
    connected: true,
    data: {
      userId: 'x',
      role: 'customer',
      name: 'X',
      language: 'en',
      address: 'here',
      tokenVersion: 0,
      tokenId: { jti: null },
      expiresAt: 0,
    },
    join(room) {
      diary.push('join');
      for (const name of [room].flat()) socket.rooms.add(name);
    },
    leave(room) {
      diary.push('leave');
      socket.rooms.delete(room);
    },
  };
  const asks = (more: Partial<Watch<string>> = {}): Watch<string> => ({
    room: 'ride:1',
    authorise: async () => diary.push('authorise'),
    read: async () => {
      diary.push('read');
      return 'snapshot';
    },
    ...more,
  });
  return { socket, diary, asks };
}

const fails = (error: Error) => () => Promise.reject(error);

test('a watch is checked first, then joins the room, then reads the snapshot', async () => {
  const { socket, diary, asks } = socketIn();
  expect(await watch(socket, asks())).toBe('snapshot');
  expect(diary).toEqual(['authorise', 'join', 'read']);
});

test('the subject is read once, unless an event is sent to the room or the permission changes before the socket is in it', async () => {
  const watching = async (happens: (socket: Watcher) => unknown) => {
    const { socket } = socketIn();
    let reads = 0;
    const authorise = async () => {
      reads += 1;
      const subject = `as read by read ${reads}`;
      await happens(socket);
      return subject;
    };
    return watch(socket, { room: 'ride:1', authorise, read: async (subject) => subject });
  };
  expect(await watching(() => outdateJoining(['ride:2', 'user:x']))).toBe('as read by read 1');
  expect(await watching(() => outdateJoining(['ride:1']))).toBe('as read by read 2');
  expect(await watching(() => requireSyncIn(['ride:1']))).toBe('as read by read 2');
  expect(await watching(parkAreas)).toBe('as read by read 2');
});

test('a room counts as listened to while a socket is about to join it, so that no node skips its events', async () => {
  const { socket, asks } = socketIn();
  const seen: boolean[] = [];
  const authorise = async () => seen.push(hasListeners('ride:1'));
  await watch(socket, asks({ authorise }));
  await expect(watch(socket, asks({ room: 'ride:2', authorise: fails(new NotFound()) }))).rejects.toThrow();
  expect([...seen, hasListeners('ride:1'), hasListeners('ride:2')]).toEqual([true, false, false]);
});

test('an area whose permission ends while its snapshot is read is restored once the permission is back, in place of the previous area', async () => {
  const { socket, asks } = socketIn('cell:old');
  await watchArea(socket, ['cell:new'], asks({ read: () => parkAreas(socket).then(() => 'snapshot') }));
  expect([...socket.rooms]).toEqual(['own', 'user:x']);
  expect(await restoreAreas(socket)).toBe(true);
  expect([...socket.rooms]).toEqual(['own', 'user:x', 'cell:new']);
  const back = () => parkAreas(socket).then(() => restoreAreas(socket));
  await watchArea(socket, ['cell:newest'], asks({ read: () => back().then(() => 'snapshot') }));
  expect([...socket.rooms]).toEqual(['own', 'user:x', 'cell:newest']);
});

test('a caller who may not read never joins the room and receives no event', async () => {
  const { socket, diary, asks } = socketIn();
  await expect(watch(socket, asks({ authorise: fails(new NotFound()) }))).rejects.toMatchObject({ status: 404 });
  expect(diary).toEqual([]);
});

test('a socket whose permission ends between joining and reading leaves the room', async () => {
  const { socket, asks } = socketIn('ride:1');
  await expect(watch(socket, asks({ read: fails(new NotFound()) }))).rejects.toMatchObject({ status: 404 });
  expect(socket.rooms.has('ride:1')).toBe(false);
});

test('a watch whose snapshot cannot be read leaves only the rooms that it has joined itself', async () => {
  const away = fails(new AppError(503, 'common.unavailable'));
  const [fresh, before] = [socketIn(), socketIn('ride:1')];
  await expect(watch(fresh.socket, fresh.asks({ read: away }))).rejects.toMatchObject({ status: 503 });
  await expect(watch(before.socket, before.asks({ read: away }))).rejects.toMatchObject({ status: 503 });
  expect([fresh.socket.rooms.has('ride:1'), before.socket.rooms.has('ride:1')]).toEqual([false, true]);
});

test('a watch of an ended booking returns the snapshot and does not stay in the room', async () => {
  const { socket, asks } = socketIn();
  expect(await watch(socket, asks({ goesOn: () => false }))).toBe('snapshot');
  expect(socket.rooms.has('ride:1')).toBe(false);
});

test('a socket that closes during the check joins no room', async () => {
  const { socket, diary, asks } = socketIn();
  const authorise = async () => {
    socket.connected = false;
  };
  await watch(socket, asks({ authorise }));
  expect(diary).toEqual(['read']);
});

test('all cells of an area count as one watch, and `leaveAreas` leaves every other area', async () => {
  const { socket, asks } = socketIn('rides');
  const cells = Array.from({ length: 60 }, (_, index) => `cell:${index}`);
  await watch(socket, asks({ room: cells }));
  await leaveAreas(socket, cells);
  expect([...socket.rooms]).toEqual(['own', 'user:x', ...cells]);
  for (let index = 0; index < 49; index += 1) await watch(socket, asks({ room: `ride:${index}` }));
  await expect(watch(socket, asks({ room: 'ride:50' }))).rejects.toMatchObject({ status: 429 });
  await leaveAreas(socket);
  expect(await watch(socket, asks({ room: 'ride:50' }))).toBe('snapshot');
});

test('a socket can have at most fifty watches, also when they are requested concurrently', async () => {
  const { socket, asks } = socketIn();
  const answers = await Promise.allSettled(
    Array.from({ length: 60 }, (_, index) => watch(socket, asks({ room: `ride:${index}` }))),
  );
  expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(50);
  expect(await watch(socket, asks({ room: 'ride:0' }))).toBe('snapshot');
});
