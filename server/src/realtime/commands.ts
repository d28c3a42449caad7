import { translate } from '@boli/shared/core/messages';
import { type AckOf, type ClientMessage, clientMessages } from '@boli/shared/realtime/events';
import type { z } from 'zod';
import type { Actor } from '../core/actor';
import { Forbidden, NotFound, TooOften } from '../core/errors';
import { asAppError } from '../core/failure';
import { logger } from '../core/logger';
import { validate } from '../core/validate';
import { type Allowance, buckets } from './buckets';
import type { HubSocket } from './push';

/** What a handler gets: everything already checked against the message's schema and roles. */
export interface Command<M extends ClientMessage> {
  readonly actor: Actor;
  readonly payload: z.output<(typeof clientMessages)[M]['payload']>;
  readonly socket: HubSocket;
}
/** What the acknowledgement adds to `{ ok: true }`. */
export type Added<M extends ClientMessage> = Omit<Extract<AckOf<M>, { ok: true }>, 'ok'>;

type Run = (actor: Actor, socket: HubSocket, given: unknown) => Promise<object>;
type Refusal = Extract<AckOf<ClientMessage>, { ok: false }>;
type Ack = (answer: object) => void;

/** A page that comes back takes up to 50 watches at once; positions come once a second, a few more after a tunnel. */
const limits: Record<'watches' | 'positions', Allowance> = {
  watches: { perSecond: 20, burst: 120 },
  positions: { perSecond: 5, burst: 20 },
};
const takeWatch = buckets(limits.watches);
const takePosition = buckets(limits.positions);

const commands = new Map<string, Run>();

/** Registers the handler of a client's message. What it throws becomes the acknowledgement's refusal. */
export function command<M extends ClientMessage>(name: M, handler: (command: Command<M>) => Promise<Added<M>>): void {
  const { roles, payload: schema }: { roles: readonly string[]; payload: z.ZodType } = clientMessages[name];
  commands.set(name, async (actor, socket, given) => {
    if (!roles.includes(actor.role)) throw new Forbidden();
    const payload = validate(schema, given ?? {}) as Command<M>['payload'];
    return handler({ actor, payload, socket });
  });
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
    if (name === 'booking:location' && !takePosition(socket.data.userId)) return;
    ack({ ok: true, ...(await run(socket, name, isAck(rest[0]) ? undefined : rest[0])) });
  } catch (error) {
    ack(refusal(error, name));
  }
}

function isAck(value: unknown): value is Ack {
  return typeof value === 'function';
}

function run(socket: HubSocket, name: unknown, given: unknown): Promise<object> {
  const { userId, role, name: person } = socket.data;
  if (name !== 'booking:location' && !takeWatch(userId)) throw new TooOften(1);
  const found = typeof name === 'string' ? commands.get(name) : undefined;
  if (!found) throw new NotFound('realtime.unknown_event');
  return found({ id: userId, role, name: person }, socket, given);
}

function refusal(error: unknown, name: unknown): Refusal {
  const failure = asAppError(error);
  if (failure) return { ok: false, status: failure.status, ...failure.toBody() };
  logger.error({ err: error, message: String(name) }, 'a message failed');
  return { ok: false, status: 500, detail: translate('common.internal'), code: 'common.internal' };
}
