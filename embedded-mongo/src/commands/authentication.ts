import { Binary } from 'bson';
import { type MongoError, mongoError } from '../values/errors';
import { isObject } from '../values/types';
import type { Answer, Command, Connection, Engine, Invocation } from './context';
import { MECHANISM, ScramExchange } from './scram';

/** The commands a connection may run before it has signed in, as with MongoDB. */
const OPEN_COMMANDS = new Set([
  'hello',
  'isMaster',
  'ismaster',
  'saslStart',
  'saslContinue',
  'logout',
  'ping',
  'buildInfo',
  'buildinfo',
  'endSessions',
]);

/** Whether a connection may run all commands. */
export function isSignedIn({ credentials }: Engine, connection: Connection): boolean {
  return credentials === null || connection.isSignedIn;
}

/** Throws code 13, Unauthorized, for a command that requires signing in. */
export function checkSignedIn(engine: Engine, connection: Connection, name: string): void {
  if (isSignedIn(engine, connection) || OPEN_COMMANDS.has(name)) return;
  throw mongoError(13, 'Unauthorized', `Command ${name} requires authentication`);
}

function refused(): MongoError {
  return mongoError(18, 'AuthenticationFailed', 'Authentication failed.');
}

function payloadOf({ command }: Invocation): string {
  const { payload } = command;
  if (payload instanceof Binary) return Buffer.from(payload.value()).toString('utf8');
  if (payload instanceof Uint8Array) return Buffer.from(payload).toString('utf8');
  throw refused();
}

function answer(payload: string, done: boolean): Answer {
  return { conversationId: 1, done, payload: new Binary(Buffer.from(payload, 'utf8')) };
}

function saslStart(invocation: Invocation): Answer {
  const { command, engine, connection } = invocation;
  if (!engine.credentials)
    throw mongoError(9, 'FailedToParse', 'this server has no users: connect without a user name');
  if (command.mechanism !== MECHANISM) {
    throw mongoError(334, 'MechanismUnavailable', `This server signs in by ${MECHANISM} only`);
  }
  try {
    connection.exchange = new ScramExchange(engine.credentials, payloadOf(invocation));
  } catch {
    throw refused();
  }
  connection.skipsEmptyExchange = isObject(command.options) && command.options.skipEmptyExchange === true;
  return answer(connection.exchange.challenge, false);
}

function saslContinue(invocation: Invocation): Answer {
  const { connection } = invocation;
  const { exchange } = connection;
  // A client without skipEmptyExchange ends the sign-in with an empty payload.
  if (!exchange && connection.isSignedIn && !connection.skipsEmptyExchange) return answer('', true);
  if (!exchange) throw refused();
  connection.exchange = null;
  const last = exchange.finish(payloadOf(invocation));
  if (last === null) throw refused();
  connection.isSignedIn = true;
  return answer(last, connection.skipsEmptyExchange);
}

function logout({ connection }: Invocation): Answer {
  connection.isSignedIn = false;
  return {};
}

function refuseOthers(): never {
  throw mongoError(9, 'FailedToParse', `this server signs in by ${MECHANISM} only, and by TCP only`);
}

/** Signing in, if the store has a secret. */
export const authenticationCommands: Record<string, Command> = {
  saslStart: { fields: null, run: saslStart },
  saslContinue: { fields: null, run: saslContinue },
  authenticate: { fields: null, run: refuseOthers },
  logout: { fields: [], run: logout },
};
