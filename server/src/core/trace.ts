import { randomBytes } from 'node:crypto';
import {
  type Attributes,
  type Context,
  context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';

const HEX = 16;
const TRACE_BYTES = 16;
const SPAN_BYTES = 8;
/** Spans are recorded as soon as the exporter has set a provider; until then they only carry ids. */
const tracer = trace.getTracer('boli');

let exporting = false;

/** Whether spans are recorded and sent; if not, there are only trace ids. */
export function isExporting(): boolean {
  return exporting;
}

/** Set by the exporter (core/trace-exporter.ts). */
export function setExporting(on: boolean): void {
  exporting = on;
}

/** The trace that a caller names by a `traceparent` (https://www.w3.org/TR/trace-context); a new one for anything else. */
function contextOf(traceparent: unknown): Context {
  const given = typeof traceparent === 'string' ? parseTraceParent(traceparent) : null;
  if (given) return trace.setSpanContext(ROOT_CONTEXT, { ...given, isRemote: true });
  // A recorded span without a parent begins a trace by itself.
  if (exporting) return ROOT_CONTEXT;
  const id = randomBytes(TRACE_BYTES + SPAN_BYTES).toString('hex');
  const [traceId, spanId] = [id.slice(0, TRACE_BYTES * 2), id.slice(TRACE_BYTES * 2)];
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.NONE });
}

/** A span, and the context in which it is the current one. */
export interface BegunSpan {
  readonly span: Span;
  readonly context: Context;
}

/** Begins a span in the trace that `traceparent` names, or in a new one. */
export function beginSpan(name: string, traceparent: unknown, attributes: Attributes): BegunSpan {
  const parent = contextOf(traceparent);
  const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent);
  return { span, context: trace.setSpan(parent, span) };
}

/**
 * Begins a span for a step within the current trace, such as a command of the database; null outside of any trace and
 * without an exporter.
 */
export function beginStep(name: string, attributes: Attributes): Span | null {
  if (!exporting || !trace.getActiveSpan()) return null;
  return tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes });
}

/**
 * Runs `work` in a span of the trace that `traceparent` names, or of a new one. A rejection marks the span as failed and
 * is passed on.
 */
export async function inSpan<T>(
  { name, traceparent, attributes }: { name: string; traceparent: unknown; attributes: Attributes },
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const { span, context: traced } = beginSpan(name, traceparent, attributes);
  try {
    return await context.with(traced, () => work(span));
  } catch (error) {
    failSpan(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Marks a span as failed. Messages of errors may hold personal data: the span has the name of the error alone. */
export function failSpan(span: Span, error: unknown): void {
  const message = error instanceof Error ? error.name : 'error';
  span.setStatus({ code: SpanStatusCode.ERROR, message });
}

/** The `traceparent` of this span, or of the current trace; undefined outside of any trace, and where traces are not followed. */
export function traceparentOf(span = trace.getActiveSpan()): string | undefined {
  const ids = span?.spanContext();
  return ids && `00-${ids.traceId}-${ids.spanId}-${ids.traceFlags.toString(HEX).padStart(2, '0')}`;
}

/** The ids of the current trace for a line of the log; nothing outside of any trace, and where traces are not followed. */
export function traceIds(): { trace_id: string; span_id: string } | Record<never, never> {
  const ids = trace.getActiveSpan()?.spanContext();
  return ids ? { trace_id: ids.traceId, span_id: ids.spanId } : {};
}
