import { arch, cpus, hostname, type as osType, platform, release, totalmem } from 'node:os';
import { Long } from 'bson';
import { badValue, mongoError, typeMismatch } from '../values/errors';
import { toNumber } from '../values/numbers';
import { type Document, isNumber, isObject } from '../values/types';
import { MAX_DOCUMENT_BYTES } from '../wire/bson';
import type { Answer, Command, Invocation } from './context';
import { MECHANISM } from './scram';

const DONE: Document = {};
// MongoDB's default; this server has no limit.
const MAX_CONNECTIONS = 51_200;

function done(): Answer {
  return DONE;
}

function buildInfo({ engine }: Invocation): Answer {
  return {
    version: engine.version,
    versionArray: [...engine.version.split('.').map(Number), 0],
    gitVersion: 'none',
    modules: [],
    storageEngines: ['lmdb'],
    bits: 64,
    debug: false,
    allocator: 'system',
    javascriptEngine: 'none',
    sysInfo: 'deprecated',
    openssl: { running: 'disabled' },
    buildEnvironment: { distarch: arch(), target_arch: arch(), target_os: platform() },
    maxBsonObjectSize: MAX_DOCUMENT_BYTES,
  };
}

function serverStatus({ engine }: Invocation): Answer {
  return {
    host: hostname(),
    version: engine.version,
    process: 'mongod',
    pid: Long.fromNumber(process.pid),
    uptime: (Date.now() - engine.startedAt.getTime()) / 1000,
    uptimeMillis: Long.fromNumber(Date.now() - engine.startedAt.getTime()),
    localTime: new Date(),
    connections: { current: engine.connections, available: MAX_CONNECTIONS - engine.connections },
    mem: { bits: 64, resident: Math.trunc(process.memoryUsage.rss() / 1024 / 1024), supported: true },
    storageEngine: { name: 'lmdb' },
    metrics: { cursor: { open: { total: engine.cursors.size } } },
  };
}

function getParameter({ command, engine }: Invocation): Answer {
  const known: Document = {
    featureCompatibilityVersion: { version: engine.version.split('.').slice(0, 2).join('.') },
    enableTestCommands: true,
    authenticationMechanisms: engine.credentials ? [MECHANISM] : [],
  };
  const wanted = Object.keys(known).filter((name) => command.getParameter === '*' || command[name]);
  if (wanted.length === 0) throw mongoError(72, 'InvalidOptions', 'no option found to get');
  return Object.fromEntries(wanted.map((name) => [name, known[name]]));
}

function hostInfo(): Answer {
  return {
    system: {
      currentTime: new Date(),
      hostname: hostname(),
      cpuAddrSize: 64,
      memSizeMB: Math.trunc(totalmem() / 1024 / 1024),
      numCores: cpus().length,
      cpuArch: arch(),
      numaEnabled: false,
    },
    os: { type: osType(), name: platform(), version: release() },
    extra: {},
  };
}

const LOGS = ['global', 'startupWarnings'];

/** Tools request the startup warnings. This server has none, because it logs to standard error only. */
function getLog({ command }: Invocation): Answer {
  if (command.getLog === '*') return { names: LOGS };
  if (typeof command.getLog !== 'string') throw typeMismatch('Argument to getLog must be of type String');
  if (!LOGS.includes(command.getLog)) throw mongoError(96, 'OperationFailed', `No log named '${command.getLog}'`);
  return { totalLinesWritten: 0, log: [] };
}

function connectionStatus({ command }: Invocation): Answer {
  const privileges = command.showPrivileges ? { authenticatedUserPrivileges: [] } : {};
  return { authInfo: { authenticatedUsers: [], authenticatedUserRoles: [], ...privileges } };
}

/** Profiling is not supported: its status can be read, and turning it on is an error. */
function profile({ command }: Invocation): Answer {
  const level = isNumber(command.profile) ? toNumber(command.profile) : Number.NaN;
  if (level !== -1 && level !== 0) throw badValue('the profiler is not supported by this server');
  return { was: 0, slowms: 100, sampleRate: 1 };
}

/**
 * Acknowledged writes are on the disk already, except with `--durability memory`. Locking out writes is not supported
 * and is an error.
 */
function fsync({ command }: Invocation): Answer {
  if (command.lock) throw mongoError(115, 'CommandNotSupported', 'fsync with lock is not supported by this server');
  return DONE;
}

function shutdown({ engine }: Invocation): Answer {
  engine.shutdown();
  return DONE;
}

function configureFailPoint({ command, engine }: Invocation): Answer {
  if (command.configureFailPoint !== 'failCommand') throw mongoError(15, 'FailPointSetFailed', 'failpoint not found');
  engine.failPoints.configure(command.mode, isObject(command.data) ? command.data : {});
  return DONE;
}

function noReplication(): never {
  throw mongoError(76, 'NoReplicationEnabled', 'not running with --replSet');
}

function refuseTransaction(): never {
  throw mongoError(20, 'IllegalOperation', 'Transaction numbers are only allowed on a replica set member or mongos');
}

/** Commands about the state of the server, and errors for unsupported features. */
export const adminCommands: Record<string, Command> = {
  ping: { fields: [], run: done },
  buildInfo: { aliases: ['buildinfo'], fields: null, run: buildInfo },
  serverStatus: { fields: null, run: serverStatus },
  hostInfo: { fields: [], run: hostInfo },
  getParameter: { fields: null, run: getParameter },
  getCmdLineOpts: { fields: [], run: () => ({ argv: ['mongod'], parsed: {} }) },
  getLog: { fields: null, run: getLog },
  getFreeMonitoringStatus: { fields: [], run: () => ({ state: 'disabled' }) },
  whatsmyuri: { fields: null, run: ({ connection }) => ({ you: `connection ${connection.id}` }) },
  connectionStatus: { fields: ['showPrivileges'], run: connectionStatus },
  usersInfo: { fields: null, run: () => ({ users: [] }) },
  rolesInfo: { fields: null, run: () => ({ roles: [] }) },
  currentOp: { fields: null, run: () => ({ inprog: [] }) },
  top: { fields: [], run: () => ({ totals: { note: 'all times in microseconds' } }) },
  profile: { fields: ['slowms', 'sampleRate', 'filter'], run: profile },
  fsync: { fields: ['lock'], run: fsync },
  shutdown: { fields: null, run: shutdown },
  configureFailPoint: { fields: ['mode', 'data'], run: configureFailPoint },
  commitTransaction: { fields: null, run: refuseTransaction },
  abortTransaction: { fields: null, run: refuseTransaction },
  replSetGetStatus: { fields: null, run: noReplication },
};
