import { setTimeout as delay } from 'node:timers/promises';
import { Long, ObjectId } from 'bson';
import { mongoError } from '../values/errors';
import { type Document, isObject } from '../values/types';
import { MAX_DOCUMENT_BYTES } from '../wire/bson';
import { MAX_MESSAGE_BYTES } from '../wire/frames';
import { documentArgument, optionalCount } from './arguments';
import type { Answer, Command, Invocation } from './context';
import { MECHANISM } from './scram';

/** The wire version of MongoDB 7.0. */
const WIRE_VERSION = 21;
/**
 * The shortest and the longest wait of an awaitable hello, in milliseconds: MongoDB drivers check at most twice a
 * second, and a timer of Node waits at most 2 ** 31 - 1.
 */
const MIN_AWAIT_MS = 500;
const MAX_AWAIT_MS = 2 ** 31 - 1;

/**
 * Whether the hello is awaitable: it has a `topologyVersion` and a `maxAwaitTimeMS`. Throws code 31368 if it has only one
 * of them, as MongoDB does.
 */
function isAwaiting(command: Document): boolean {
  const known = documentArgument(command, 'topologyVersion');
  const limit = optionalCount(command, 'maxAwaitTimeMS');
  if ((known === undefined) !== (limit === undefined)) {
    throw mongoError(31368, 'Location31368', "'topologyVersion' and 'maxAwaitTimeMS' are only given together");
  }
  return known !== undefined;
}

/**
 * Waits for `maxAwaitTimeMS` if the client knows this run of the server: the topology of a standalone never changes.
 * A MongoDB driver with an awaitable hello in progress notices immediately when the server stops. A driver that polls may
 * write its next command to a connection that is being closed, and the driver for Node.js then waits forever.
 */
async function awaitTopologyChange({ engine, command, connection }: Invocation): Promise<void> {
  const { processId } = documentArgument(command, 'topologyVersion') ?? {};
  if (!(processId instanceof ObjectId) || !processId.equals(engine.processId)) return;
  const limit = Math.min(Math.max(optionalCount(command, 'maxAwaitTimeMS') ?? 0, MIN_AWAIT_MS), MAX_AWAIT_MS);
  await delay(limit, undefined, { signal: connection.gone, ref: false }).catch(() => undefined);
}

function greet(invocation: Invocation): Answer | Promise<Answer> {
  return isAwaiting(invocation.command)
    ? awaitTopologyChange(invocation).then(() => description(invocation))
    : description(invocation);
}

function description({ engine, command, connection }: Invocation): Answer {
  const application = isObject(command.client) ? command.client.application : undefined;
  if (isObject(application)) connection.appName = String(application.name);
  return {
    helloOk: true,
    topologyVersion: { processId: engine.processId, counter: Long.ZERO },
    ...(command.hello === undefined ? { ismaster: true } : {}),
    isWritablePrimary: true,
    maxBsonObjectSize: MAX_DOCUMENT_BYTES,
    maxMessageSizeBytes: MAX_MESSAGE_BYTES,
    maxWriteBatchSize: 100_000,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: 30,
    connectionId: connection.id,
    minWireVersion: 0,
    maxWireVersion: WIRE_VERSION,
    readOnly: false,
    ...(engine.credentials && command.saslSupportedMechs !== undefined ? { saslSupportedMechs: [MECHANISM] } : {}),
  };
}

/** The handshake of a MongoDB driver. */
export const helloCommands: Record<string, Command> = {
  hello: { fields: null, run: greet },
  isMaster: { aliases: ['ismaster'], fields: null, run: greet },
};
