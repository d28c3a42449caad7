import type { Language } from '@boli/shared/core/messages';
import { type AckOf, type ClientMessage, clientMessages, type MessageShape } from '@boli/shared/realtime/events';
import type { z } from 'zod';
import type { Actor } from '../core/actor';
import { type Allowance, buckets } from '../core/buckets';
import { chargeRows, rowsIn, spend } from '../core/budget';
import { AppError, Forbidden, NotFound } from '../core/errors';
import { asAppError } from '../core/failure';
import { logger } from '../core/logger';
import { countRefusal } from '../core/security-log';
import { inSpan } from '../core/trace';
import { untilFinished } from '../core/unfinished';
import { validate } from '../core/validate';
import { reportDiskFull } from '../store/space';
import { EncodedAnswer } from './encoded';
import type { HubSocket } from './push';

/**
 * The arguments of a handler: the role of `actor` and the `payload` are validated by the message's roles and schema.
 */
export interface Command<M extends ClientMessage> {
  readonly actor: Actor;
  readonly payload: z.output<(typeof clientMessages)[M]['payload']>;
  readonly socket: HubSocket;
}
/** The fields that the acknowledgement adds to `{ ok: true }`. */
export type Added<M extends ClientMessage> = Omit<Extract<AckOf<M>, { ok: true }>, 'ok'>;

/**
 * Handles one message of a client; an error that it throws becomes the acknowledgement's refusal. An `EncodedAnswer` is the
 * whole acknowledgement.
 */
export type CommandHandler<M extends ClientMessage> = (command: Command<M>) => Promise<Added<M> | EncodedAnswer>;
/** A handler for each message that a client may send. */
export type CommandHandlers = { readonly [M in ClientMessage]: CommandHandler<M> };

type Refusal = Extract<AckOf<ClientMessage>, { ok: false }>;
type Ack = (answer: object) => void;

/**
 * A driver sends a position each second, and several together after a tunnel. They are counted on the node that has the
 * socket, because they are the most frequent messages.
 */
const POSITIONS: Allowance = { perSecond: 5, burst: 20 };
const positions = buckets(() => POSITIONS);

let handlers: CommandHandlers | null = null;

/** Sets the handler of each message; called once, when the process starts. */
export function implementCommands(given: CommandHandlers): void {
  handlers = given;
}

const shapes: Readonly<Record<ClientMessage, MessageShape>> = clientMessages;

function isMessage(name: unknown): name is ClientMessage {
  return typeof name === 'string' && Object.hasOwn(shapes, name);
}

/** Checks role and payload and calls the handler. Throws 403 for another role, 400 for an invalid payload. */
async function answer<M extends ClientMessage>(
  name: M,
  { actor, socket, given }: { actor: Actor; socket: HubSocket; given: unknown },
): Promise<object> {
  if (!handlers) throw new Error('the commands are not wired');
  if (!shapes[name].roles.includes(actor.role)) throw new Forbidden();
  const payload = validate(shapes[name].payload, given ?? {}) as Command<M>['payload'];
  return handlers[name]({ actor, payload, socket });
}

/**
 * Handles every message of a client: rate limit, known message, role, schema, handler, acknowledgement (only if the
 * client asked for one). Never rejects and never throws: no packet may end the process. The payload may be followed by a
 * `traceparent`; positions, the most frequent messages, have no trace.
 */
export async function receive(socket: HubSocket, packet: unknown[]): Promise<void> {
  const [name, ...rest] = packet;
  const last = rest.at(-1);
  const ack: Ack = isAck(last) ? last : () => undefined;
  if (name === 'booking:location') {
    if (positions.take(socket.data.userId) === 0) await respond(socket, rest[0], { name, ack });
    return;
  }
  const spanName = isMessage(name) ? name : 'unknown message';
  const traced = { name: spanName, traceparent: rest[1], attributes: { 'messaging.system': 'socket.io' } };
  await untilFinished(
    inSpan(traced, (span) => respond(socket, rest[0], { name, ack, traceId: span.spanContext().traceId })),
  );
}

interface Message {
  name: unknown;
  ack: Ack;
  /** Undefined for a position. */
  traceId?: string | undefined;
}

/** Runs a message and acknowledges it. Never rejects. */
async function respond(socket: HubSocket, given: unknown, { name, ack, traceId }: Message): Promise<void> {
  try {
    const added = await run(socket, name, isAck(given) ? undefined : given);
    ack(added instanceof EncodedAnswer ? added : { ok: true, ...added });
  } catch (error) {
    const answer = refusal(error, { name, traceId, language: socket.data.language });
    countRefusal(answer.status, socket.data.address);
    ack(answer);
  }
}

function isAck(value: unknown): value is Ack {
  return typeof value === 'function';
}

async function run(socket: HubSocket, name: unknown, given: unknown): Promise<object> {
  const { userId, role, name: person } = socket.data;
  if (name !== 'booking:location') spend(userId, isMessage(name) ? (shapes[name].cost ?? 1) : 1);
  if (!isMessage(name)) throw new NotFound('realtime.unknown_event');
  const added = await answer(name, { actor: { id: userId, role, name: person }, socket, given });
  chargeRows(userId, added instanceof EncodedAnswer ? added.rows : rowsIn(added));
  return added;
}

function refusal(
  error: unknown,
  { name, traceId, language }: Pick<Message, 'name' | 'traceId'> & { language: Language },
): Refusal {
  reportDiskFull(error);
  const failure = asAppError(error);
  if (failure) return { ok: false, status: failure.status, ...failure.toBody(language) };
  logger.error({ err: error, message: String(name), trace_id: traceId }, 'a message failed');
  return { ok: false, status: 500, ...new AppError(500, 'common.internal').toBody(language) };
}
