import { context } from '@opentelemetry/api';
import type { Request, RequestHandler } from 'express';
import { type BegunSpan, beginSpan, failSpan, isExporting, traceparentOf } from './trace';

/** Probes and scrapes come every few seconds; their traces would hide all others. */
const UNTRACED = /^\/(health|metrics)(\/|$)/;

const traced = new WeakMap<object, BegunSpan>();

/**
 * Gives each request a trace: that of its `traceparent` header, else a new one. The answer names the trace in the same
 * header. The log has the id of the trace in the line of the request and in the line of a failure; with an exporter, in
 * every line that is logged for the request.
 */
export function traceRequests(): RequestHandler {
  return (request, response, next) => {
    if (UNTRACED.test(request.path)) return next();
    const { method } = request;
    const begun = beginSpan(method, request.headers.traceparent, { 'http.request.method': method });
    const { span } = begun;
    traced.set(request, begun);
    response.set('traceparent', traceparentOf(span) ?? '');
    if (!isExporting()) return next();
    response.once('close', () => {
      const { statusCode } = response;
      const route: unknown = request.route?.path;
      if (typeof route === 'string') {
        span.updateName(`${method} ${request.baseUrl}${route}`);
        span.setAttribute('http.route', `${request.baseUrl}${route}`);
      }
      span.setAttribute('http.response.status_code', statusCode);
      if (statusCode >= 500) failSpan(span, null);
      span.end();
    });
    context.with(begun.context, next);
  };
}

/**
 * Runs the work on a request in its trace: the body of a request arrives in events that belong to its connection and not
 * to the trace.
 */
export function inTraceOf<T>(request: Request, work: () => T): T {
  const begun = traced.get(request);
  return begun ? context.with(begun.context, work) : work();
}

/** The id of a request in the log: that of its trace; undefined for a request without one. */
export function traceIdOf(request: object): string | undefined {
  return traced.get(request)?.span.spanContext().traceId;
}
