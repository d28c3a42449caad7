import { hostname } from 'node:os';
import { Long } from 'bson';
import { compileMatch } from '../match/compile';
import type { Collection } from '../storage/collection';
import { fileBytes, type Sizes, sizesOf } from '../storage/sizes';
import type { Store } from '../storage/store';
import { badValue, located, unknownField } from '../values/errors';
import { toNumber } from '../values/numbers';
import { type Document, isNumber, isObject } from '../values/types';
import { documentArgument, targetOf } from './arguments';
import type { Answer, Command, Invocation } from './context';
import type { Namespace } from './namespaces';

const EMPTY: Sizes = { count: 0, size: 0, indexes: {} };

function scaleOf(scale: unknown): number {
  if (scale === undefined || scale === null) return 1;
  if (!isNumber(scale) || toNumber(scale) < 1) throw badValue('scale has to be >= 1');
  return Math.trunc(toNumber(scale));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function storageStats(store: Store, collection: Collection | undefined, scale: number): Document {
  const { count, size, indexes } = collection ? sizesOf(store, collection) : EMPTY;
  const scaled = (bytes: number) => Math.trunc(bytes / scale);
  const indexBytes = sum(Object.values(indexes));
  const { capped, size: mostBytes, max } = collection?.options ?? {};
  return {
    size: scaled(size),
    count,
    ...(count > 0 ? { avgObjSize: Math.trunc(size / count) } : {}),
    storageSize: scaled(size),
    freeStorageSize: 0,
    capped: capped === true,
    ...(capped ? { maxSize: mostBytes, ...(max === undefined ? {} : { max }) } : {}),
    nindexes: collection?.indexes.length ?? 0,
    indexDetails: {},
    indexBuilds: [],
    totalIndexSize: scaled(indexBytes),
    totalSize: scaled(size + indexBytes),
    indexSizes: Object.fromEntries(Object.entries(indexes).map(([name, bytes]) => [name, scaled(bytes)])),
    scaleFactor: scale,
  };
}

function collStats(invocation: Invocation): Answer {
  const { store } = invocation.engine;
  const name = targetOf(invocation);
  const collection = store.catalog.find(invocation.database, name);
  return {
    ns: `${invocation.database}.${name}`,
    ...storageStats(store, collection, scaleOf(invocation.command.scale)),
  };
}

function isView({ options }: Collection): boolean {
  return options.viewOn !== undefined;
}

function dbStats({ engine: { store }, database, command }: Invocation): Answer {
  const scale = scaleOf(command.scale);
  const all = store.catalog.collections(database);
  const collections = all.filter((each) => !isView(each));
  const sizes = collections.map((each) => sizesOf(store, each));
  const objects = sum(sizes.map(({ count }) => count));
  const dataSize = sum(sizes.map(({ size }) => size));
  const indexSize = sum(sizes.flatMap(({ indexes }) => Object.values(indexes)));
  return {
    db: database,
    collections: collections.length,
    views: all.length - collections.length,
    objects,
    avgObjSize: objects > 0 ? dataSize / objects : 0,
    dataSize: dataSize / scale,
    storageSize: dataSize / scale,
    indexes: sum(collections.map(({ indexes }) => indexes.length)),
    indexSize: indexSize / scale,
    totalSize: (dataSize + indexSize) / scale,
    scaleFactor: scale,
    fsUsedSize: fileBytes(store) / scale,
  };
}

function databaseSize(store: Store, name: string): { sizeOnDisk: number; empty: boolean } {
  const sizes = store.catalog.collections(name).map((each) => sizesOf(store, each));
  const sizeOnDisk = sum(sizes.flatMap(({ size, indexes }) => [size, ...Object.values(indexes)]));
  return { sizeOnDisk: Math.max(4096, sizeOnDisk), empty: sizes.every(({ count }) => count === 0) };
}

function listDatabases({ command, engine: { store } }: Invocation): Answer {
  const filter = documentArgument(command, 'filter');
  const matches = filter ? compileMatch(filter) : () => true;
  const names = store.catalog.databases();
  if (command.nameOnly) return { databases: names.map((name) => ({ name })).filter((each) => matches(each)) };
  const databases = names.map((name) => ({ name, ...databaseSize(store, name) })).filter((each) => matches(each));
  return {
    databases: databases.map((each) => ({ ...each, sizeOnDisk: Long.fromNumber(each.sizeOnDisk) })),
    totalSize: Long.fromNumber(sum(databases.map(({ sizeOnDisk }) => sizeOnDisk))),
    totalSizeMb: Long.fromNumber(Math.trunc(sum(databases.map(({ sizeOnDisk }) => sizeOnDisk)) / 1024 / 1024)),
  };
}

const COLL_STATS = ['latencyStats', 'storageStats', 'count', 'queryExecStats'];

/** The document that the stage `$collStats` returns. Statistics that this server does not collect are 0. */
export function collStatsStage(store: Store, target: Namespace, argument: unknown): Document {
  if (!isObject(argument)) throw located(5447000, '$collStats must take a nested object');
  const unknown = Object.keys(argument).find((key) => !COLL_STATS.includes(key));
  if (unknown !== undefined) throw unknownField(`$collStats.${unknown}`);
  const collection = store.catalog.find(target.database, target.name);
  const { storageStats: storage, count, latencyStats, queryExecStats } = argument;
  const none = { latency: Long.ZERO, ops: Long.ZERO };
  return {
    ns: `${target.database}.${target.name}`,
    host: hostname(),
    localTime: new Date(),
    ...(latencyStats ? { latencyStats: { reads: none, writes: none, commands: none, transactions: none } } : {}),
    ...(isObject(storage) ? { storageStats: storageStats(store, collection, scaleOf(storage.scale)) } : {}),
    ...(count ? { count: collection ? sizesOf(store, collection).count : 0 } : {}),
    ...(queryExecStats ? { queryExecStats: { collectionScans: { total: Long.ZERO, nonTailable: Long.ZERO } } } : {}),
  };
}

/** The documents that the stage `$indexStats` returns: the number of uses of each index since the store was opened. */
export function indexStatsStage(store: Store, target: Namespace): Document[] {
  const indexes = store.catalog.find(target.database, target.name)?.indexes ?? [];
  return indexes.map(({ name, key, spec, uses }) => ({
    name,
    key,
    host: hostname(),
    accesses: { ops: Long.fromNumber(uses), since: store.openedAt },
    spec,
  }));
}

/** Sizes and counts of databases, collections and indexes. */
export const statisticsCommands: Record<string, Command> = {
  listDatabases: { fields: ['filter', 'nameOnly', 'authorizedDatabases'], run: listDatabases },
  dbStats: { aliases: ['dbstats'], fields: ['scale', 'freeStorage'], run: dbStats },
  collStats: { aliases: ['collstats'], fields: ['scale'], run: collStats },
};
