import { createHash, randomUUID } from 'node:crypto';
import type { Actor } from './actor';
import { clock } from './clock';
import { Conflict, Invalid } from './errors';
import { idempotencyKeys } from './idempotency.repository';

const KEY = /^[\w-]{1,100}$/;

/**
 * The id under which a creation runs. With an `Idempotency-Key` header the same caller gets the same id for 24 hours, so
 * that a repeat runs the same operation again and finds it done; without one the id is fresh. No answers are stored.
 * `call` keeps the keys of different calls apart. Throws 400 for a malformed key, 409 for one used with another body.
 */
export async function operationId(
  actor: Actor,
  call: string,
  asked: { key?: string | undefined; body: unknown },
): Promise<string> {
  const fresh = randomUUID();
  if (asked.key === undefined) return fresh;
  const { name, hash } = slotOf(actor, call, { key: asked.key, body: asked.body });
  const kept = await idempotencyKeys.keep({ _id: name, body_hash: hash, result_id: fresh, created_at: clock.now() });
  if (kept.body_hash !== hash) throw new Conflict('common.idempotency_reused');
  return kept.result_id;
}

/** The id under which this very call ran before, or null; keeps nothing. For a repeat that could not be made anew. */
export async function earlierOperationId(
  actor: Actor,
  call: string,
  asked: { key?: string | undefined; body: unknown },
): Promise<string | null> {
  if (asked.key === undefined) return null;
  const { name, hash } = slotOf(actor, call, { key: asked.key, body: asked.body });
  const kept = await idempotencyKeys.find(name);
  return kept?.body_hash === hash ? kept.result_id : null;
}

function slotOf(actor: Actor, call: string, { key, body }: { key: string; body: unknown }) {
  if (!KEY.test(key)) throw new Invalid('common.idempotency_key');
  return { name: `${actor.id}:${call}:${key}`, hash: createHash('sha256').update(JSON.stringify(body)).digest('hex') };
}
