import type { Span } from '@opentelemetry/api';
import type { mongo } from 'mongoose';
import { beginStep, failSpan } from '../core/trace';

/**
 * Records a span for each command that a MongoDB client sends within a trace. The span has the names of the command and
 * the collection, and none of the values. The client has to monitor its commands (`monitorCommands`).
 */
export function traceCommands(client: mongo.MongoClient): void {
  const running = new Map<string, Span>();
  const keyOf = ({ address, requestId }: { address: string; requestId: number }) => `${requestId} ${address}`;
  client.on('commandStarted', (event) => {
    const { commandName, databaseName, command } = event;
    const target: unknown = command[commandName];
    const collection = typeof target === 'string' ? target : undefined;
    const span = beginStep(collection === undefined ? commandName : `${commandName} ${collection}`, {
      'db.system.name': 'mongodb',
      'db.namespace': databaseName,
      'db.operation.name': commandName,
      ...(collection !== undefined && { 'db.collection.name': collection }),
    });
    if (span) running.set(keyOf(event), span);
  });
  const end = (key: string, failure?: Error) => {
    const span = running.get(key);
    if (!span) return;
    running.delete(key);
    if (failure) failSpan(span, failure);
    span.end();
  };
  client.on('commandSucceeded', (event) => end(keyOf(event)));
  client.on('commandFailed', (event) => end(keyOf(event), event.failure));
}
