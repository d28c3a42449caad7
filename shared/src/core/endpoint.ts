import type { z } from 'zod';
import type { Role } from '../auth/auth.schema';

/**
 * Who may call: everybody (`public`), everybody signed in (`any`), the roles listed, or the holder of the position token
 * of the booking `{id}` (`position`).
 */
export type Access = 'public' | 'any' | 'position' | readonly Role[];

/**
 * One REST call, as a value. The server's router, the client's typed `call`, the OpenAPI document and many tests all
 * read it, so path, schemas and roles are written once.
 *
 * - `path` is relative to `/api`; parameters are in braces: `/rides/request/{id}`.
 * - `form` marks a multipart body, `raw` a body whose bytes are needed unparsed, `reply: null` a response without JSON.
 * - `status` is the status of a success; `repeatStatus` is that of a call that replaced what an earlier call had
 *   created.
 */
export interface EndpointShape {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  readonly path: `/${string}`;
  readonly access: Access;
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly form?: { readonly files: readonly string[] };
  readonly raw?: boolean;
  readonly reply: z.ZodType | null;
  readonly status?: 200 | 201 | 204;
  readonly repeatStatus?: 200;
  /** Whether the reply is a page of a list: a plain array with `X-Total-Count`, narrowed by `?limit` and `?before`. */
  readonly list?: boolean;
  /**
   * The cost of a call in tokens of the caller's budget, about 5 ms of CPU each; 1 by default. The rows of the response
   * are charged in addition.
   */
  readonly cost?: number;
  /**
   * For calls that protect the account: when the account's budget is used up, the small budget of the caller's session
   * is charged instead.
   */
  readonly paidBySession?: boolean;
  /** Whether a suspended person with a ride to finish or to settle may make the call. */
  readonly whileSuspended?: boolean;
  /** Whether the call honours the `Idempotency-Key` header. */
  readonly idempotent?: boolean;
}

/** Types an endpoint by its own literal, so that path, body and reply are known to the compiler on both sides. */
export function endpoint<const E extends EndpointShape>(shape: E): E {
  return shape;
}

type Out<S> = S extends z.ZodType ? z.output<S> : undefined;
type In<S> = S extends z.ZodType ? z.input<S> : undefined;

export type ParamsOf<E extends EndpointShape> = Out<E['params']>;
export type QueryOf<E extends EndpointShape> = Out<E['query']>;
export type BodyOf<E extends EndpointShape> = Out<E['body']>;
export type ReplyOf<E extends EndpointShape> = E['reply'] extends z.ZodType ? z.output<E['reply']> : undefined;

export type ParamsInput<E extends EndpointShape> = In<E['params']>;
export type QueryInput<E extends EndpointShape> = In<E['query']>;
export type BodyInput<E extends EndpointShape> = In<E['body']>;

/** The success status of an endpoint: as given, else 200, or 204 without a reply. */
export function successStatus(shape: EndpointShape): 200 | 201 | 204 {
  return shape.status ?? (shape.reply === null ? 204 : 200);
}
