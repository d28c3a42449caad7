import { createHash, randomUUID } from 'node:crypto';
import type { Actor } from './actor';
import { clock } from './clock';
import { Conflict, Invalid } from './errors';
import { failpoint } from './failpoint';
import type { IdempotencyDocument } from './idempotency.model';
import { idempotencyKeys } from './idempotency.repository';

const KEY = /^[\w-]{1,100}$/;

/**
 * Returns the id under which a creation runs. With an `Idempotency-Key` header the same caller gets the same id for 24
 * hours, so that a repeat runs the same operation again and finds it done; without one the id is fresh. Answers are not
 * stored. `call` separates the keys of different calls. Throws 400 for a malformed key, 409 for a key that was used
 * with another body.
 */
export async function operationId(
  actor: Actor,
  call: string,
  asked: { key?: string | undefined; body: unknown },
): Promise<string> {
  const { key, body } = asked;
  if (key === undefined) return randomUUID();
  return (await keep(actor, call, { key, body })).result_id;
}

/**
 * Stores the row of a key, or finds the existing row. Throws 400 for a malformed key, 409 for a key that was used with
 * another body.
 */
async function keep(actor: Actor, call: string, asked: { key: string; body: unknown }): Promise<IdempotencyDocument> {
  const { name, hash } = nameAndHash(actor, call, asked);
  const row = { _id: name, body_hash: hash, result_id: randomUUID(), created_at: clock.now() };
  const kept = await idempotencyKeys.keep(row);
  if (kept.body_hash !== hash) throw new Conflict('common.idempotency_reused');
  return kept;
}

/** An operation that a repeat under the same key must not run a second time. */
interface Operation<T> {
  /**
   * Runs the operation under this id. Must recognise what a concurrent run, or a run before a crash, has done already.
   */
  run(operationId: string): Promise<T>;
  /** The id of what the operation created or changed. */
  idOf(value: T): string;
  /** Computes the answer to a repeat from what is stored under `id` now. */
  again(id: string, operationId: string): Promise<T>;
}

/**
 * Runs an operation, and answers a repeat under the same `Idempotency-Key` with the current state of what the first run
 * created or changed. A refused operation does not use up the key: the same call with this key runs it again. Throws as
 * `operationId` does, and what the operation throws.
 */
export async function once<T>(
  actor: Actor,
  call: string,
  asked: { key?: string | undefined; body: unknown; operation: Operation<T> },
): Promise<T> {
  const { key, body, operation } = asked;
  if (key === undefined) return operation.run(randomUUID());
  const kept = await keep(actor, call, { key, body });
  if (kept.done_id) return operation.again(kept.done_id, kept.result_id);
  const value = await operation.run(kept.result_id);
  failpoint('once.ran');
  await idempotencyKeys.done(kept._id, operation.idOf(value));
  return value;
}

/**
 * Returns the id under which an earlier call with the same key and body ran, or null; stores nothing. Used to recognise
 * a repeated call that would be refused if it were new. Throws 400 for a malformed key.
 */
export async function earlierOperationId(
  actor: Actor,
  call: string,
  asked: { key?: string | undefined; body: unknown },
): Promise<string | null> {
  if (asked.key === undefined) return null;
  const { name, hash } = nameAndHash(actor, call, { key: asked.key, body: asked.body });
  const kept = await idempotencyKeys.find(name);
  return kept?.body_hash === hash ? kept.result_id : null;
}

function nameAndHash(actor: Actor, call: string, { key, body }: { key: string; body: unknown }) {
  if (!KEY.test(key)) throw new Invalid('common.idempotency_key');
  return { name: `${actor.id}:${call}:${key}`, hash: createHash('sha256').update(JSON.stringify(body)).digest('hex') };
}
