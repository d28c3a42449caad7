import { isDeepStrictEqual } from 'node:util';
import type { BodyOf, EndpointShape, ParamsOf, QueryOf, ReplyOf } from '@boli/shared/core/endpoint';
import { successStatus } from '@boli/shared/core/endpoint';
import type { NextFunction, Request, RequestHandler, Response, Router } from 'express';
import type { z } from 'zod';
import { settings } from '../settings';
import { guardAccess } from './access';
import type { Actor } from './actor';
import { bodyOf, plainBody } from './body';
import { chargeRows, rowsIn } from './budget';
import { Invalid, NotFound } from './errors';
import { listToJson } from './shared-rows';
import { inTraceOf } from './trace-requests';
import { untilFinished } from './unfinished';
import { validate } from './validate';

/** The arguments of a handler; `params`, `query` and `body` are validated by the endpoint's schemas. */
export interface Call<E extends EndpointShape> {
  /** The caller; may be `null` on a public endpoint. */
  readonly actor: E['access'] extends 'public' ? Actor | null : Actor;
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly request: Request;
  readonly response: Response;
}

/** An answer with more than its body: a list's total, or whether the call replaced something (`repeatStatus`). */
export class Answer<T> {
  readonly value: T;
  readonly total: number | null;
  readonly repeated: boolean;

  constructor(value: T, options: { total?: number; repeated?: boolean } = {}) {
    this.value = value;
    this.total = options.total ?? null;
    this.repeated = options.repeated ?? false;
  }
}

/** Returns a page of rows with the number of all rows, for `X-Total-Count`. */
export function page<T>(rows: T[], total: number): Answer<T[]> {
  return new Answer(rows, { total });
}

/** The handler of an endpoint; one without `reply` returns nothing. */
type Handler<E extends EndpointShape> = (
  call: Call<E>,
) => E['reply'] extends null ? Promise<void> : Promise<ReplyOf<E> | Answer<ReplyOf<E>>>;

const mounted = new WeakMap<Router, EndpointShape[]>();

/** The endpoints that have been mounted on a router, in order of mounting. */
export function mountedOn(router: Router): readonly EndpointShape[] {
  return mounted.get(router) ?? [];
}

/**
 * Mounts an endpoint. A request passes these steps: the check of the role and the budget, which charges the call; the
 * reading of the body; a second check of the caller if the body was still arriving at the first; the schemas; the
 * handler; the answer with the endpoint's status. `before` are middlewares that read other bodies (multipart parsing).
 * A handler that streams its own answer (`reply: null` with status 200) ends the response itself.
 */
export function route<E extends EndpointShape>(
  router: Router,
  shape: E,
  handler: Handler<E>,
  before: RequestHandler[] = [],
): void {
  mounted.set(router, [...mountedOn(router), shape]);
  const path = shape.path.replace(/\{(\w+)\}/g, ':$1');
  router[shape.method](
    path,
    guardAccess(shape),
    plainBody,
    noteAwaited,
    ...before,
    bodyOf(shape),
    guardAwaited(shape),
    async (request: Request, response: Response, next: NextFunction) => {
      try {
        const call = { ...readCall(shape, request), actor: request.actor ?? null, request, response } as Call<E>;
        // A call whose client has gone is finished all the same.
        const result = await untilFinished(inTraceOf(request, () => handler(call)));
        if (request.actor) chargeRows(request.actor.id, rowsIn(result instanceof Answer ? result.value : result));
        send(shape, response, result);
      } catch (error) {
        next(error);
      }
    },
  );
}

/** Requests whose body was incomplete when their caller was checked. */
const awaited = new WeakSet<Request>();

const noteAwaited: RequestHandler = (request, _response, next) => {
  if (!request.complete) awaited.add(request);
  next();
};

/**
 * Checks the caller again, at no cost, if the body was incomplete at the first check: a body may take 30 seconds, a
 * form minutes, and the caller's session or account may have ended meanwhile.
 */
function guardAwaited(shape: EndpointShape): RequestHandler {
  const guard = guardAccess({ ...shape, cost: 0 });
  return (request, response, next) => (awaited.has(request) ? guard(request, response, next) : next());
}

function readCall(shape: EndpointShape, request: Request): { params: unknown; query: unknown; body: unknown } {
  return {
    params: shape.params ? readParams(shape.params, request) : undefined,
    query: shape.query ? validate(shape.query, request.query) : undefined,
    body: shape.body ? validate(shape.body, readBody(shape.body, request)) : undefined,
  };
}

/** Throws 404, not 400, for a path parameter that cannot be an id. */
function readParams(schema: NonNullable<EndpointShape['params']>, request: Request): unknown {
  const parsed = schema.safeParse(request.params);
  if (!parsed.success) throw new NotFound();
  return parsed.data;
}

function readBody(schema: NonNullable<EndpointShape['body']>, request: Request): unknown {
  if (request.body !== undefined) return request.body;
  if (schema.safeParse(undefined).success) return undefined;
  throw new Invalid('common.body_required');
}

function send(shape: EndpointShape, response: Response, result: unknown): void {
  if (response.headersSent) return;
  const answer = result instanceof Answer ? result : new Answer(result);
  if (answer.total !== null) response.set('X-Total-Count', String(answer.total));
  const status = answer.repeated && shape.repeatStatus ? shape.repeatStatus : successStatus(shape);
  if (shape.reply === null) {
    if (status === 204) response.status(204).end();
    return;
  }
  if (settings().NODE_ENV === 'test') checkReply(shape, shape.reply, answer.value);
  response.status(status);
  if (Array.isArray(answer.value)) response.type('json').send(listToJson(answer.value));
  else response.json(answer.value);
}

/** In tests validates every answer against its schema: no field may be missing, of another type, or additional. */
function checkReply(shape: EndpointShape, schema: z.ZodType, value: unknown): void {
  const parsed = schema.safeParse(value);
  const fault = parsed.success ? extraField(value, parsed.data) : parsed.error.message;
  if (fault) throw new Error(`${shape.method} ${shape.path} does not answer as promised: ${fault}`);
}

function extraField(given: unknown, promised: unknown): string | null {
  return isDeepStrictEqual(given, promised) ? null : `it holds more than its schema, ${JSON.stringify(given)}`;
}
