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
  if (!KEY.test(asked.key)) throw new Invalid('common.idempotency_key');
  const hash = createHash('sha256').update(JSON.stringify(asked.body)).digest('hex');
  const kept = await idempotencyKeys.keep({
    _id: `${actor.id}:${call}:${asked.key}`,
    body_hash: hash,
    result_id: fresh,
    created_at: clock.now(),
  });
  if (kept.body_hash !== hash) throw new Conflict('common.idempotency_reused');
  return kept.result_id;
}
