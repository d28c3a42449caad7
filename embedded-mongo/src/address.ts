import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { USER_NAME } from './commands/scram';
import type { ListenAddress } from './server';
import { StoreUnavailable } from './storage/environment';
import { isPrivate, privateFile, privateFolder } from './storage/permissions';

const SOCKET = 'store.sock';
const ADDRESS_FILE = 'store.json';
/** The longest socket path that works everywhere, in bytes: Linux allows 107, macOS 103. */
const MAX_SOCKET_PATH_BYTES = 103;
const RETRY_MS = 1_000;
const SOCKET_FOLDER_PREFIX = 'boli-store-';
const SECRET_BYTES = 32;

/** Options for the address; the default is a socket in the data folder. */
export type AddressOptions = {
  /** A TCP port; 0 picks a free one. */
  port?: number | undefined;
  host?: string | undefined;
  /** The path of the socket; its folder is created if it is missing. */
  socket?: string | undefined;
  /** The password of TCP clients. */
  secret?: string | undefined;
};

/** Where a store listens. */
export type Endpoint = {
  address: ListenAddress;
  /** The password of clients; null if they need none. */
  secret: string | null;
  /** The `mongodb://` address, once the port is known. */
  uri: (port: number | null) => string;
  /** Removes the socket, and the folder that was created for it. */
  remove: () => void;
};

function isShort(path: string): boolean {
  return Buffer.byteLength(path) <= MAX_SOCKET_PATH_BYTES;
}

/** Whether a folder belongs to this user and no other user may enter it. */
function isOwn(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === process.getuid?.() && isPrivate(folder);
}

/** The socket folder of a killed store, which the next store uses again, because the clients reconnect to that socket. */
function previousSocketFolder(dbPath: string): string | null {
  const uri = readAddressFile(dbPath);
  const path = uri === null ? '' : decodeURIComponent(/^mongodb:\/\/([^/]+)\//.exec(uri)?.[1] ?? '');
  const folder = dirname(path);
  return basename(folder).startsWith(SOCKET_FOLDER_PREFIX) && isOwn(folder) ? folder : null;
}

function socketEndpoint(path: string, socketFolder: string | null): Endpoint {
  return {
    address: { path },
    secret: null,
    uri: () => `mongodb://${encodeURIComponent(path)}/`,
    remove: () => {
      rmSync(path, { force: true });
      if (socketFolder !== null) rmSync(socketFolder, { recursive: true, force: true });
    },
  };
}

function configuredSocket(given: string): Endpoint {
  const path = resolve(given);
  if (!isShort(path) || !path.endsWith('.sock')) {
    throw new StoreUnavailable(
      `The socket ${path} cannot be used: give a path of at most ${MAX_SOCKET_PATH_BYTES} bytes, *.sock.`,
    );
  }
  const folder = dirname(path);
  if (!statSync(folder, { throwIfNoEntry: false })) privateFolder(folder);
  if (!isOwn(folder)) {
    throw new StoreUnavailable(`The socket ${path} cannot be used: others may enter its folder (chmod 700 ${folder}).`);
  }
  return socketEndpoint(path, basename(folder).startsWith(SOCKET_FOLDER_PREFIX) ? folder : null);
}

/** The socket in the data folder or, if its path would be too long, in a separate temporary folder. */
function defaultSocket(dbPath: string): Endpoint {
  const inside = join(realpathSync(dbPath), SOCKET);
  if (isShort(inside)) return socketEndpoint(inside, null);
  const folder = previousSocketFolder(dbPath) ?? mkdtempSync(join(tmpdir(), SOCKET_FOLDER_PREFIX));
  const path = join(folder, SOCKET);
  if (isShort(path)) return socketEndpoint(path, folder);
  rmSync(folder, { recursive: true, force: true });
  const names = `${inside} and ${path}`;
  throw new StoreUnavailable(`The names ${names} are too long for a socket: choose a shorter --dbpath or TMPDIR.`);
}

function tcpEndpoint(port: number, { host = '127.0.0.1', secret }: AddressOptions): Endpoint {
  const shown = host.includes(':') ? `[${host}]` : host;
  const user = secret === undefined ? '' : `${USER_NAME}:${encodeURIComponent(secret)}@`;
  const query = secret === undefined ? '' : '?authMechanism=SCRAM-SHA-256&authSource=admin';
  return {
    address: { host, port },
    secret: secret ?? null,
    uri: (boundPort) => `mongodb://${user}${shown}:${boundPort ?? port}/${query}`,
    remove: () => undefined,
  };
}

/**
 * Returns the endpoint of a store on this folder: TCP if a port is given, otherwise a Unix socket. On Windows, where
 * Node has no Unix sockets, it is TCP, with a secret that is generated at each start unless one is given. Throws
 * StoreUnavailable for an unusable socket path.
 */
export function endpointFor(dbPath: string, options: AddressOptions, platform: string = process.platform): Endpoint {
  if (options.port !== undefined) return tcpEndpoint(options.port, options);
  if (platform === 'win32') {
    return tcpEndpoint(0, { secret: randomBytes(SECRET_BYTES).toString('hex'), ...options });
  }
  const endpoint = options.socket === undefined ? defaultSocket(dbPath) : configuredSocket(options.socket);
  // The lock on the folder is held by now, so a socket that is still there belongs to a process that has ended.
  if ('path' in endpoint.address) rmSync(endpoint.address.path, { force: true });
  return endpoint;
}

function writeAddress(dbPath: string, uri: string): void {
  const file = join(dbPath, ADDRESS_FILE);
  privateFile(file);
  writeFileSync(file, JSON.stringify({ pid: process.pid, uri }));
}

/**
 * Writes the store's address to `store.json`. If that fails, as on a full disk, the store runs anyway: the error is
 * printed to standard error, and writing is retried every second. The returned function stops the retries.
 */
export function writeAddressFile(dbPath: string, uri: string): () => void {
  let retry: NodeJS.Timeout | undefined;
  const attempt = () => {
    retry = undefined;
    try {
      writeAddress(dbPath, uri);
      return null;
    } catch (error) {
      retry = setTimeout(attempt, RETRY_MS).unref();
      return error;
    }
  };
  const error = attempt();
  if (error !== null) process.stderr.write(`${join(dbPath, ADDRESS_FILE)} cannot be written yet: ${String(error)}\n`);
  return () => clearTimeout(retry);
}

/** The address in `store.json`, of a running or a killed store; null if the file is missing or incomplete. */
export function readAddressFile(dbPath: string): string | null {
  try {
    const { uri }: { uri: unknown } = JSON.parse(readFileSync(join(dbPath, ADDRESS_FILE), 'utf8'));
    return typeof uri === 'string' ? uri : null;
  } catch {
    return null;
  }
}

/** Removes `store.json` when the store stops. */
export function removeAddressFile(dbPath: string): void {
  rmSync(join(dbPath, ADDRESS_FILE), { force: true });
}
