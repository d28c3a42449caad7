import { setTimeout as delay } from 'node:timers/promises';
import { MongoError, mongoError } from '../values/errors';
import { toNumber } from '../values/numbers';
import { type Document, isNumber } from '../values/types';
import { COMMON_FIELDS, checkFields, documentArgument, optionalCount } from './arguments';
import { checkSignedIn } from './authentication';
import type { Answer, Command, Connection, Engine, Invocation } from './context';

/** A command with the set of all fields it accepts; null if it accepts any. */
export type Registered = { name: string; command: Command; known: ReadonlySet<string> | null };

/** The commands by all their names. */
export type Registry = ReadonlyMap<string, Registered>;

/** Registers the commands under all their names. */
export function register(families: readonly Readonly<Record<string, Command>>[]): Registry {
  const registry = new Map<string, Registered>();
  for (const [name, command] of families.flatMap((family) => Object.entries(family))) {
    const names = [name, ...(command.aliases ?? [])];
    const known = command.fields && new Set([...COMMON_FIELDS, ...names, ...command.fields]);
    for (const each of names) registry.set(each, { name, command, known });
  }
  return registry;
}

/** The reply that carries an error. */
export function errorAnswer(error: unknown): Document {
  if (error instanceof MongoError) {
    return { ok: 0, errmsg: error.message, code: error.code, codeName: error.codeName, ...error.extra };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { ok: 0, errmsg: message, code: 1, codeName: 'InternalError' };
}

const LEVELS = new Set<unknown>(['local', 'majority', 'available']);

function checkStandalone(command: Document): void {
  if (command.startTransaction !== undefined || command.autocommit !== undefined || command.txnNumber !== undefined) {
    throw mongoError(20, 'IllegalOperation', 'Transaction numbers are only allowed on a replica set member or mongos');
  }
  const copies = documentArgument(command, 'writeConcern')?.w;
  if (isNumber(copies) && toNumber(copies) > 1) {
    throw mongoError(2, 'BadValue', "cannot use 'w' > 1 when a host is not replicated");
  }
  if (typeof copies === 'string' && copies !== 'majority') {
    const rule = `cannot use non-majority 'w' mode ${copies} when a host is not a member of a replica set`;
    throw mongoError(2, 'BadValue', rule);
  }
  const level = documentArgument(command, 'readConcern')?.level;
  if (level === 'snapshot') {
    throw mongoError(72, 'InvalidOptions', 'read concern level snapshot is only valid in a transaction');
  }
  if (level === 'linearizable') {
    throw mongoError(123, 'NotAReplicaSet', 'node needs to be a replica set member to use read concern');
  }
  if (level !== undefined && !LEVELS.has(level)) {
    throw mongoError(2, 'BadValue', `Enumeration value '${level}' for field 'readConcern.level' is not a valid value.`);
  }
}

/** Applies a fail point to a command. Returns the fail point's reply; null if the command is to run normally. */
async function applyFailPoint(data: Document, connection: Connection): Promise<Document | null> {
  if (data.blockConnection) await delay(toNumber(data.blockTimeMS ?? 0));
  if (data.closeConnection) {
    connection.hangUp = true;
    return {};
  }
  if (data.errorCode === undefined) return null;
  const labels = data.errorLabels ? { errorLabels: data.errorLabels } : {};
  const errmsg = "Failing command via 'failCommand' failpoint";
  return { ok: 0, errmsg, code: data.errorCode, codeName: 'FailPoint', ...labels };
}

async function invoke({ name, command: definition, known }: Registered, invocation: Invocation): Promise<Answer> {
  const { command, engine } = invocation;
  checkStandalone(command);
  if (known) checkFields(command, name, known);
  if (!definition.writes && engine.store.catalog.hasUncommittedChanges) await engine.store.catalogCommitted();
  const answer = definition.writes
    ? await engine.store.write(() => definition.run(invocation))
    : await definition.run(invocation);
  return Buffer.isBuffer(answer) ? answer : { ...answer, ok: 1 };
}

function invocationOf(engine: Engine, connection: Connection, command: Document): Invocation {
  const { $db } = command;
  if (typeof $db !== 'string') throw mongoError(40571, 'Location40571', 'OP_MSG requests require a $db argument');
  const limit = optionalCount(command, 'maxTimeMS');
  return { engine, connection, command, database: $db, deadline: limit ? { at: Date.now() + limit } : undefined };
}

/** Logs an internal error with its stack; the client gets its message only. */
function report(name: string, error: unknown): void {
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`The command ${name} failed in an unforeseen way: ${detail}\n`);
}

/** The reply to a command that threw; internal errors are logged too. */
export function failureAnswer(name: string, error: unknown): Document {
  if (!(error instanceof MongoError)) report(name, error);
  return errorAnswer(error);
}

/** Runs a command and returns its reply, also for an error. Never rejects. */
export async function dispatch(
  registry: Registry,
  engine: Engine,
  request: { connection: Connection; command: Document },
): Promise<Answer> {
  const { connection, command } = request;
  const [name = ''] = Object.keys(command);
  try {
    const fail = engine.failPoints.consume(name, connection.appName);
    const failed = fail && (await applyFailPoint(fail, connection));
    if (failed) return failed;
    const found = registry.get(name);
    if (!found) throw mongoError(59, 'CommandNotFound', `no such command: '${name}'`);
    checkSignedIn(engine, connection, name);
    const answer = await invoke(found, invocationOf(engine, connection, command));
    const concern = fail?.writeConcernError;
    return concern && !Buffer.isBuffer(answer) ? { ...answer, writeConcernError: concern } : answer;
  } catch (error) {
    return failureAnswer(name, error);
  }
}
