import { translate } from '@boli/shared/core/messages';
import { type AckOf, type ClientMessage, clientMessages } from '@boli/shared/realtime/events';
import type { z } from 'zod';
import type { Actor } from '../core/actor';
import { type Allowance, buckets } from '../core/buckets';
import { chargeRows, spend } from '../core/budget';
import { Forbidden, NotFound } from '../core/errors';
import { asAppError } from '../core/failure';
import { logger } from '../core/logger';
import { countRefusal } from '../core/security-log';
import { validate } from '../core/validate';
import { noteDiskFull } from '../store/space';
import type { HubSocket } from './push';

/** What a handler gets: everything already checked against the message's schema and roles. */
export interface Command<M extends ClientMessage> {
  readonly actor: Actor;
  readonly payload: z.output<(typeof clientMessages)[M]['payload']>;
  readonly socket: HubSocket;
}
/** What the acknowledgement adds to `{ ok: true }`. */
export type Added<M extends ClientMessage> = Omit<Extract<AckOf<M>, { ok: true }>, 'ok'>;

/** A registered message: what it takes of its sender's budget before its rows, and what it does. */
interface Registered {
  readonly cost: number;
  readonly answer: (actor: Actor, socket: HubSocket, given: unknown) => Promise<object>;
}
type Refusal = Extract<AckOf<ClientMessage>, { ok: false }>;
type Ack = (answer: object) => void;

/** Positions come once a second, a few more after a tunnel. */
const POSITIONS: Allowance = { perSecond: 5, burst: 20 };
const positions = buckets(() => POSITIONS);

const commands = new Map<string, Registered>();

/** Registers the handler of a client's message. What it throws becomes the acknowledgement's refusal. */
export function command<M extends ClientMessage>(name: M, handler: (command: Command<M>) => Promise<Added<M>>): void {
  const shape: { roles: readonly string[]; payload: z.ZodType; cost?: number } = clientMessages[name];
  const answer: Registered['answer'] = async (actor, socket, given) => {
    if (!shape.roles.includes(actor.role)) throw new Forbidden();
    const payload = validate(shape.payload, given ?? {}) as Command<M>['payload'];
    return handler({ actor, payload, socket });
  };
  commands.set(name, { cost: shape.cost ?? 1, answer });
}

/**
 * The one way in for whatever a client sends: rate limit, known message, role, schema, handler, acknowledgement (only
 * where there is one to call). Never rejects and never throws: no packet may end the process.
 */
export async function receive(socket: HubSocket, packet: unknown[]): Promise<void> {
  const [name, ...rest] = packet;
  const last = rest.at(-1);
  const ack: Ack = isAck(last) ? last : () => undefined;
  try {
    if (name === 'booking:location' && positions.take(socket.data.userId) > 0) return;
    ack({ ok: true, ...(await run(socket, name, isAck(rest[0]) ? undefined : rest[0])) });
  } catch (error) {
    const answer = refusal(error, name);
    countRefusal(answer.status, socket.data.address);
    ack(answer);
  }
}

function isAck(value: unknown): value is Ack {
  return typeof value === 'function';
}

async function run(socket: HubSocket, name: unknown, given: unknown): Promise<object> {
  const { userId, role, name: person } = socket.data;
  const found = typeof name === 'string' ? commands.get(name) : undefined;
  if (name !== 'booking:location') spend(userId, found?.cost ?? 1);
  if (!found) throw new NotFound('realtime.unknown_event');
  const added = await found.answer({ id: userId, role, name: person }, socket, given);
  chargeRows(userId, added);
  return added;
}

function refusal(error: unknown, name: unknown): Refusal {
  noteDiskFull(error);
  const failure = asAppError(error);
  if (failure) return { ok: false, status: failure.status, ...failure.toBody() };
  logger.error({ err: error, message: String(name) }, 'a message failed');
  return { ok: false, status: 500, detail: translate('common.internal'), code: 'common.internal' };
}
