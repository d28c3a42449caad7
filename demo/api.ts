import type { BodyInput, EndpointShape, ReplyOf } from '@boli/shared/core/endpoint';

export interface CallOptions<E extends EndpointShape> {
  token?: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: BodyInput<E>;
  form?: FormData;
}

/** A call that was made; a status of 0 means that no response arrived. */
export interface MadeCall {
  name: string;
  status: number;
  milliseconds: number;
}

/**
 * A call that failed. `status` is 0 if no response arrived; `code` is the catalogue key of the error, empty if the
 * response has none.
 */
export class CallFailed extends Error {
  readonly status: number;
  readonly code: string;

  constructor(name: string, status: number, body: { detail?: string; code?: string }) {
    super(`${name} answered ${status || 'nothing'}: ${body.detail ?? 'no detail'}`);
    this.status = status;
    this.code = body.code ?? '';
  }
}

/** The public REST API; `shape` is an endpoint as shared/ defines it. */
export interface Api {
  call<E extends EndpointShape>(shape: E, options?: CallOptions<E>): Promise<ReplyOf<E>>;
}

/**
 * Opens the API of the server at this address, or of several servers, which are called in turns. `onCall` is called after
 * each call. Calls throw `CallFailed`.
 */
export function openApi(urls: string | readonly string[], onCall: (made: MadeCall) => void = () => undefined): Api {
  const bases = [urls].flat().map((url) => `${url.replace(/\/+$/, '')}/api`);
  let calls = 0;
  return {
    async call<E extends EndpointShape>(shape: E, options: CallOptions<E> = {}): Promise<ReplyOf<E>> {
      const name = `${shape.method.toUpperCase()} ${shape.path}`;
      const began = performance.now();
      const report = (status: number) => onCall({ name, status, milliseconds: performance.now() - began });
      const base = bases[calls++ % bases.length] ?? '';
      const response = await fetch(base + addressOf(shape, options), requestOf(shape, options)).catch(
        (error: unknown) => {
          report(0);
          throw new CallFailed(name, 0, { detail: String(error) });
        },
      );
      const text = await response.text();
      report(response.status);
      const body = text === '' ? null : parsed(text);
      if (!response.ok) throw new CallFailed(name, response.status, body ?? {});
      return body as ReplyOf<E>;
    },
  };
}

function addressOf<E extends EndpointShape>(shape: E, { params = {}, query = {} }: CallOptions<E>): string {
  const path = shape.path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  return search === '' ? path : `${path}?${search}`;
}

function requestOf<E extends EndpointShape>(shape: E, { token, body, form }: CallOptions<E>): RequestInit {
  const headers = {
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  };
  const content = form ?? (body === undefined ? undefined : JSON.stringify(body));
  return { method: shape.method.toUpperCase(), headers, ...(content !== undefined && { body: content }) };
}

function parsed(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return { detail: `an answer that is not JSON: ${text.slice(0, 80)}` };
  }
}
