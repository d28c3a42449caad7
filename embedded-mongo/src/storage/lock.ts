import { createHash, randomBytes } from 'node:crypto';
import { closeSync, constants, linkSync, openSync, realpathSync, statSync, unlinkSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { StoreUnavailable } from './environment';
import { privateFolder } from './permissions';

/** A lock on a store's folder. The operating system releases it when the process ends, however it ends. */
export type FolderLock = {
  /** Whether the lock file is still there: once it is removed, another process can take the lock. */
  isHeld(): boolean;
  release(): Promise<void>;
};

const RETRY_MS = 50;
const SETTLE_MS = 60;
const NAME = 'store.lock';

function listen(path: string): Promise<Server> {
  // Clients connect only to find out whether a process listens, and may disconnect before the reply.
  const server = createServer((socket) => socket.on('error', () => undefined).end(`${process.pid}\n`));
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      server.unref();
      resolve(server);
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}

/** True if a process listens on the socket; a socket whose process has ended refuses connections. */
function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const finish = (alive: boolean) => {
      socket.destroy();
      resolve(alive);
    };
    socket.once('connect', () => finish(true));
    socket.once('error', () => finish(false));
  });
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;
}

function inodeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.ino ?? null;
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

/**
 * A short path to a folder, because a socket's path has at most 107 bytes: on Linux the path of an open descriptor, on
 * other systems the folder's own path.
 */
function shortFolder(folder: string): { path: string; done: () => void } {
  if (process.platform !== 'linux') return { path: folder, done: () => undefined };
  const descriptor = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  return { path: `/proc/self/fd/${descriptor}`, done: () => closeSync(descriptor) };
}

/**
 * Links the listening socket to the lock's path, after removing the socket of a dead holder. If two processes remove
 * that socket at the same time, one of them may remove the new link of the other. So a process that has removed a
 * socket checks after a short delay that the link is still its own.
 */
async function claim(own: string, place: string): Promise<boolean> {
  try {
    linkSync(own, place);
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  const found = inodeOf(place);
  // Another process may have replaced the dead holder's socket since it was checked.
  if ((await answers(place)) || inodeOf(place) !== found) return false;
  removeQuietly(place);
  try {
    linkSync(own, place);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    return false;
  }
  await delay(SETTLE_MS);
  return inodeOf(place) === inodeOf(own);
}

async function lockBySocket(folder: string, deadline: number): Promise<FolderLock | null> {
  const { path, done } = shortFolder(folder);
  const own = join(path, `${NAME}.${process.pid}.${randomBytes(4).toString('hex')}`);
  const place = join(path, NAME);
  const server = await listen(own);
  try {
    while (!(await claim(own, place))) {
      if (Date.now() >= deadline) {
        await close(server);
        return null;
      }
      await delay(RETRY_MS);
    }
  } finally {
    removeQuietly(own);
    done();
  }
  const held = join(folder, NAME);
  const inode = inodeOf(held);
  return {
    isHeld: () => inodeOf(held) === inode,
    release: async () => {
      if (inodeOf(held) === inode) removeQuietly(held);
      await close(server);
    },
  };
}

async function lockByPipe(folder: string, deadline: number): Promise<FolderLock | null> {
  const name = createHash('sha1').update(folder.toLowerCase()).digest('hex');
  for (;;) {
    try {
      const server = await listen(`\\\\.\\pipe\\boli-store-${name}`);
      return { isHeld: () => true, release: () => close(server) };
    } catch (error) {
      if (codeOf(error) !== 'EADDRINUSE') throw error;
      if (Date.now() >= deadline) return null;
      await delay(RETRY_MS);
    }
  }
}

/**
 * Acquires the lock on a folder, which is created if it is missing. Waits up to `waitMs` milliseconds for another
 * holder to release it.
 * @throws StoreUnavailable if another process still holds the lock or the folder cannot be written.
 */
export async function lockFolder(folder: string, waitMs = 0): Promise<FolderLock> {
  const deadline = Date.now() + waitMs;
  let lock: FolderLock | null;
  try {
    privateFolder(folder);
    const real = realpathSync(folder);
    lock = process.platform === 'win32' ? await lockByPipe(real, deadline) : await lockBySocket(real, deadline);
  } catch (error) {
    throw new StoreUnavailable(
      `The data folder ${folder} cannot be written: ${error instanceof Error ? error.message : error}`,
    );
  }
  if (!lock) throw new StoreUnavailable(`The data folder ${folder} is in use by another process.`);
  return lock;
}
