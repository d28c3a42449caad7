import type { BodyInput, EndpointShape, ParamsInput, QueryInput, ReplyOf } from '@boli/shared/core/endpoint';
import type { FieldError } from '@boli/shared/core/errors';
import { useAway } from './away';
import { copyEarly, takeEarly } from './early';
import { pathOf } from './endpoint-path';
import { currentLanguage } from './language';
import { randomHex } from './random-hex';
import { onServer } from './server';
import { recordServerDate } from './server-time';
import { readToken } from './token';
import { isTraceable, newTraceparent } from './trace';

/**
 * A failed HTTP request. `status` is 0 when no response arrived (network failure); `detail` is the server's text for
 * users.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly detail: string | null;
  readonly code: string | null;
  readonly errors: FieldError[];

  constructor(status: number, body: { detail?: unknown; code?: unknown; errors?: unknown } = {}) {
    super(typeof body.detail === 'string' ? body.detail : `HTTP ${status}`);
    this.name = 'ApiError';
    this.status = status;
    this.detail = typeof body.detail === 'string' ? body.detail : null;
    this.code = typeof body.code === 'string' ? body.code : null;
    this.errors = Array.isArray(body.errors) ? body.errors : [];
  }
}

/** Whether a retry can succeed: without a response, on 429 and on 5xx. Any other 4xx would be refused again. */
export function isTransient(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500;
}

interface CallOptions<E extends EndpointShape> {
  params?: ParamsInput<E>;
  query?: QueryInput<E> extends undefined ? undefined : Partial<QueryInput<E>>;
  body?: BodyInput<E>;
  /** One key for all attempts of one action (`newKey()`), so that a retried action is never executed twice. */
  idempotencyKey?: string;
  /** A token to send instead of the session's; its refusal does not end the session. */
  token?: string;
  signal?: AbortSignal;
}

let onUnauthorized: () => void = () => undefined;

/** The code of a 403 for a suspended account. */
export const SUSPENDED = 'auth.suspended';

const endsSession = ({ status, code }: ApiError) => status === 401 || code === SUSPENDED;

/** Sets the handler of requests with the session's token that fail with 401 or because the account is suspended. */
export function setUnauthorizedHandler(handler: () => void): void {
  onUnauthorized = handler;
}

const reachedListeners = new Set<() => void>();

/**
 * Calls `listener` when a response arrives after a request that got none: the connection is back. Returns a dispose
 * function.
 */
export function onReached(listener: () => void): () => void {
  reachedListeners.add(listener);
  return () => void reachedListeners.delete(listener);
}

/** The statuses with which a proxy reports that it cannot reach the server. */
const FROM_PROXY = [502, 503, 504];

/** Whether the last request got no response. */
let isLost = false;

/**
 * Records how a request ended; `status` is 0 for no response. Only failed reads set `isAway`, because stores repeat
 * reads until one succeeds; a failed action leaves `isAway` unset, so that the user can try it again immediately.
 */
function noteOutcome({ method }: EndpointShape, status: number): void {
  const isReached = status !== 0 && !FROM_PROXY.includes(status);
  const { isAway } = useAway.getState();
  if (isAway ? isReached : !isReached && method === 'get') useAway.setState({ isAway: !isReached });
  const isBack = isLost && status !== 0;
  isLost = status === 0;
  if (isBack) for (const listener of reachedListeners) listener();
}

/** A new random idempotency key (32 hex digits). */
export function newKey(): string {
  return randomHex(16);
}

/** The URL of a request, with its parameters and query. */
export function addressOf(endpoint: EndpointShape, params?: object, query?: object): string {
  return onServer(pathOf(endpoint, params, query));
}

async function bodyOf(response: Response) {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

/** The `status` of the error for a 2xx response that is not JSON, such as the sign-in page of a Wi-Fi hotspot. */
const NOT_JSON_STATUS = 502;

/** The body of a 2xx response. Throws an ApiError for a body that is not JSON, which does not come from the server. */
async function replyOf(endpoint: EndpointShape, response: Response, signal: AbortSignal | undefined) {
  if (endpoint.reply === null) return undefined;
  const body = await bodyOf(response);
  if (signal?.aborted) throw signal.reason;
  if (body === undefined) throw new ApiError(NOT_JSON_STATUS);
  return body;
}

async function request<E extends EndpointShape>(endpoint: E, options: CallOptions<E>): Promise<Response> {
  const token = endpoint.access === 'public' ? null : (options.token ?? readToken());
  const headers = new Headers({ Accept: 'application/json', 'Accept-Language': currentLanguage() });
  if (token) headers.set('Authorization', `Bearer ${token}`);
  if (options.body !== undefined) headers.set('Content-Type', 'application/json');
  if (options.idempotencyKey) headers.set('Idempotency-Key', options.idempotencyKey);
  let response: Response;
  try {
    const address = addressOf(endpoint, options.params, options.query);
    if (isTraceable(address)) headers.set('traceparent', newTraceparent());
    const sentAt = Date.now();
    const early = endpoint.method === 'get' ? takeEarly(address, token) : undefined;
    response = await (early ??
      fetch(address, {
        method: endpoint.method.toUpperCase(),
        headers,
        body: options.body === undefined ? null : JSON.stringify(options.body),
        signal: options.signal ?? null,
        cache: 'no-store',
      }));
    // An early response was received at an unknown time.
    if (!early) recordServerDate(response.headers.get('Date'), sentAt, Date.now());
  } catch (error) {
    if (options.signal?.aborted) throw error;
    noteOutcome(endpoint, 0);
    throw new ApiError(0);
  }
  noteOutcome(endpoint, response.status);
  if (response.ok) return response;
  const failure = new ApiError(response.status, (await bodyOf(response)) ?? {});
  if (token && options.token === undefined && endsSession(failure)) onUnauthorized();
  throw failure;
}

/**
 * One HTTP request, typed from its endpoint value.
 * @throws {ApiError} for a status outside 200 to 299, for a body that is not JSON, and for no response at all.
 */
export async function call<E extends EndpointShape>(endpoint: E, options: CallOptions<E> = {}): Promise<ReplyOf<E>> {
  const response = await request(endpoint, options);
  return replyOf(endpoint, response, options.signal);
}

type RowsOf<E extends EndpointShape> = ReplyOf<E> extends readonly (infer Row)[] ? Row[] : never;

interface ListReply<E extends EndpointShape> {
  rows: RowsOf<E>;
  /** The response's `X-Total-Count`, or the number of rows if that header is missing. */
  total: number;
}

async function listReplyOf<E extends EndpointShape>(
  endpoint: E,
  response: Response,
  signal?: AbortSignal,
): Promise<ListReply<E>> {
  const rows: RowsOf<E> = await replyOf(endpoint, response, signal);
  const header = response.headers.get('X-Total-Count');
  return { rows, total: header === null ? rows.length : Number(header) };
}

/** Requests a list. Throws as `call` does. */
export async function callList<E extends EndpointShape>(
  endpoint: E,
  options: CallOptions<E> = {},
): Promise<ListReply<E>> {
  const response = await request(endpoint, options);
  return listReplyOf(endpoint, response, options.signal);
}

/**
 * Returns the list that index.html has requested early, and sends no request; the first `callList` of the endpoint
 * still receives the same response. Undefined if there is none or if it failed.
 */
export async function readEarlyList<E extends EndpointShape>(endpoint: E): Promise<ListReply<E> | undefined> {
  const response = await copyEarly(addressOf(endpoint), readToken()).catch(() => undefined);
  return response?.ok ? listReplyOf(endpoint, response).catch(() => undefined) : undefined;
}

/** Requests a file. Throws as `call` does. */
export async function callFile<E extends EndpointShape>(endpoint: E, options: CallOptions<E> = {}): Promise<Blob> {
  const response = await request(endpoint, options);
  return response.blob();
}

interface UploadOptions {
  signal?: AbortSignal;
  /** Called with the bytes sent so far and the total. */
  onProgress?: (sent: number, total: number) => void;
}

/**
 * A multipart request with upload progress, which fetch does not report. Rejects as `call` does, but after an abort
 * with an ApiError of status 0.
 */
export function upload<E extends EndpointShape>(
  endpoint: E,
  form: FormData,
  options: UploadOptions = {},
): Promise<ReplyOf<E>> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    const address = addressOf(endpoint);
    xhr.open(endpoint.method.toUpperCase(), address);
    if (isTraceable(address)) xhr.setRequestHeader('traceparent', newTraceparent());
    xhr.responseType = 'json';
    xhr.setRequestHeader('Accept-Language', currentLanguage());
    const token = readToken();
    if (token) xhr.setRequestHeader('Authorization', `Bearer ${token}`);
    xhr.upload.addEventListener('progress', (event) => options.onProgress?.(event.loaded, event.total));
    xhr.addEventListener('load', () => {
      noteOutcome(endpoint, xhr.status);
      const isDone = xhr.status >= 200 && xhr.status < 300;
      if (isDone && (xhr.response !== null || endpoint.reply === null)) return resolve(xhr.response);
      const failure = new ApiError(isDone ? NOT_JSON_STATUS : xhr.status, xhr.response ?? {});
      if (endsSession(failure)) onUnauthorized();
      reject(failure);
    });
    const lost = () => {
      noteOutcome(endpoint, 0);
      reject(new ApiError(0));
    };
    xhr.addEventListener('error', lost);
    xhr.addEventListener('timeout', lost);
    xhr.addEventListener('abort', () => reject(new ApiError(0)));
    options.signal?.addEventListener('abort', () => xhr.abort());
    xhr.send(form);
  });
}
