import { isObject } from '../values/types';
import { MAX_DOCUMENT_BYTES } from '../wire/bson';
import { MAX_MESSAGE_BYTES } from '../wire/frames';
import type { Answer, Command, Invocation } from './context';
import { MECHANISM } from './scram';

/** The wire version of MongoDB 7.0. */
const WIRE_VERSION = 21;

function greet({ engine, command, connection }: Invocation): Answer {
  const application = isObject(command.client) ? command.client.application : undefined;
  if (isObject(application)) connection.appName = String(application.name);
  return {
    helloOk: true,
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

/** What a driver says first. */
export const helloCommands: Record<string, Command> = {
  hello: { fields: null, run: greet },
  isMaster: { aliases: ['ismaster'], fields: null, run: greet },
};
