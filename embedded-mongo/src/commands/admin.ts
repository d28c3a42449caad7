import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { Long, UUID } from 'bson';
import { compileMatch } from '../match/compile';
import { countRecords } from '../storage/records';
import { failedToParse, mongoError } from '../values/errors';
import { type Document, isObject } from '../values/types';
import { MAX_DOCUMENT_BYTES } from '../wire/bson';
import { documentArgument, targetOf } from './arguments';
import type { Answer, Command, Invocation } from './context';

const DONE: Document = {};

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
    localTime: new Date(),
    connections: { current: engine.connections },
    storageEngine: { name: 'lmdb' },
  };
}

function getParameter({ command, engine }: Invocation): Answer {
  const known: Document = {
    featureCompatibilityVersion: { version: engine.version.split('.').slice(0, 2).join('.') },
    enableTestCommands: true,
    authenticationMechanisms: [],
  };
  const wanted = Object.keys(known).filter((name) => command.getParameter === '*' || command[name]);
  if (wanted.length === 0) throw mongoError(72, 'InvalidOptions', 'no option found to get');
  return Object.fromEntries(wanted.map((name) => [name, known[name]]));
}

function sizeOf(invocation: Invocation, database: string): number {
  const { store } = invocation.engine;
  return store.catalog.collections(database).reduce((sum, collection) => sum + countRecords(store, collection), 0);
}

function listDatabases(invocation: Invocation): Answer {
  const { command, engine } = invocation;
  const filter = documentArgument(command, 'filter');
  const matches = filter ? compileMatch(filter) : () => true;
  const databases = engine.store.catalog
    .databases()
    .map((name) => {
      const records = sizeOf(invocation, name);
      return { name, sizeOnDisk: Long.fromNumber(Math.max(4096, records * 512)), empty: records === 0 };
    })
    .filter((each) => matches(each));
  if (command.nameOnly) return { databases: databases.map(({ name }) => ({ name })) };
  return {
    databases,
    totalSize: Long.fromNumber(databases.reduce((sum, { sizeOnDisk }) => sum + sizeOnDisk.toNumber(), 0)),
  };
}

function dbStats(invocation: Invocation): Answer {
  const { catalog } = invocation.engine.store;
  const collections = catalog.collections(invocation.database);
  return {
    db: invocation.database,
    collections: collections.filter(({ options }) => options.viewOn === undefined).length,
    views: collections.filter(({ options }) => options.viewOn !== undefined).length,
    objects: sizeOf(invocation, invocation.database),
    indexes: collections.reduce((sum, { indexes }) => sum + indexes.length, 0),
  };
}

function collStats(invocation: Invocation): Answer {
  const { store } = invocation.engine;
  const name = targetOf(invocation);
  const collection = store.catalog.find(invocation.database, name);
  return {
    ns: `${invocation.database}.${name}`,
    count: collection ? countRecords(store, collection) : 0,
    size: 0,
    storageSize: 0,
    nindexes: collection?.indexes.length ?? 0,
    indexSizes: Object.fromEntries((collection?.indexes ?? []).map((index) => [index.name, 0])),
    capped: collection?.options.capped === true,
  };
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

function startSession(): Answer {
  return { id: { id: new UUID(randomUUID()) }, timeoutMinutes: 30 };
}

function noReplication(): never {
  throw mongoError(76, 'NoReplicationEnabled', 'not running with --replSet');
}

function refuseAuthentication(): never {
  throw failedToParse('this server has no users: connect without a user name');
}

function refuseTransaction(): never {
  throw mongoError(20, 'IllegalOperation', 'Transaction numbers are only allowed on a replica set member or mongos');
}

/** The state of the server, sessions (which a standalone only acknowledges), and what this server has not. */
export const adminCommands: Record<string, Command> = {
  ping: { fields: [], run: done },
  buildInfo: { aliases: ['buildinfo'], fields: null, run: buildInfo },
  serverStatus: { fields: null, run: serverStatus },
  hostInfo: { fields: [], run: () => ({ system: { hostname: hostname() } }) },
  getParameter: { fields: null, run: getParameter },
  getCmdLineOpts: { fields: [], run: () => ({ argv: ['mongod'], parsed: {} }) },
  getLog: { fields: null, run: () => ({ totalLinesWritten: 0, log: [] }) },
  whatsmyuri: { fields: null, run: ({ connection }) => ({ you: `connection ${connection.id}` }) },
  connectionStatus: {
    fields: ['showPrivileges'],
    run: () => ({ authInfo: { authenticatedUsers: [], authenticatedUserRoles: [] } }),
  },
  listDatabases: { fields: ['filter', 'nameOnly', 'authorizedDatabases'], run: listDatabases },
  dbStats: { aliases: ['dbstats'], fields: ['scale', 'freeStorage'], run: dbStats },
  collStats: { aliases: ['collstats'], fields: ['scale'], run: collStats },
  fsync: { fields: ['lock'], run: done },
  shutdown: { fields: null, run: shutdown },
  configureFailPoint: { fields: ['mode', 'data'], run: configureFailPoint },
  startSession: { fields: [], run: startSession },
  endSessions: { fields: null, run: done },
  refreshSessions: { fields: null, run: done },
  killSessions: { fields: null, run: done },
  killAllSessions: { fields: null, run: done },
  commitTransaction: { fields: null, run: refuseTransaction },
  abortTransaction: { fields: null, run: refuseTransaction },
  replSetGetStatus: { fields: null, run: noReplication },
  saslStart: { fields: null, run: refuseAuthentication },
  authenticate: { fields: null, run: refuseAuthentication },
  logout: { fields: [], run: done },
};
