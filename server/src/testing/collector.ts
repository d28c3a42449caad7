import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { eventually } from './realtime';
import { type Served, serve } from './serve';

const Value = z.object({ stringValue: z.string().optional(), intValue: z.number().optional() });
const Attribute = z.object({ key: z.string(), value: Value });
const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(Attribute),
  status: z.object({ code: z.number() }),
});
const Request = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(Attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(Span) })),
    }),
  ),
});

/** A span as a collector gets it, with the name and the instance of the server that recorded it. */
export interface CollectedSpan extends z.infer<typeof Span> {
  service: string | undefined;
  instance: string | undefined;
}

/** A collector of traces: OTLP over HTTP, JSON. */
export interface TestCollector {
  url: string;
  /** The bodies of the requests that it has received. */
  bodies: readonly string[];
  /** The first span of this trace that matches, already collected or future. Rejects after ten seconds. */
  span(traceId: string, fits: (span: CollectedSpan) => boolean): Promise<CollectedSpan>;
  close: Served['close'];
}

/** Starts a collector on a free port. */
export async function startTestCollector(): Promise<TestCollector> {
  const bodies: string[] = [];
  const spans: CollectedSpan[] = [];
  const collect = async (request: IncomingMessage) => {
    const body = await text(request);
    if (request.url !== '/v1/traces') return;
    bodies.push(body);
    for (const { resource, scopeSpans } of Request.parse(JSON.parse(body)).resourceSpans) {
      const named = (key: string) => resource.attributes.find((attribute) => attribute.key === key)?.value.stringValue;
      const [service, instance] = [named('service.name'), named('service.instance.id')];
      spans.push(...scopeSpans.flatMap(({ spans: sent }) => sent.map((span) => ({ ...span, service, instance }))));
    }
  };
  const { url, close } = await serve((request, response) => {
    void collect(request).then(() => response.setHeader('Content-Type', 'application/json').end('{}'));
  });
  return {
    url,
    bodies,
    close,
    async span(traceId, fits) {
      const found = () => spans.find((span) => span.traceId === traceId && fits(span));
      const names = () => spans.filter((span) => span.traceId === traceId).map(({ name }) => name);
      await eventually(() => found() !== undefined, 'the span did not come').catch((error: unknown) => {
        throw new Error(`the span did not come; there are: ${names().join(', ')}`, { cause: error });
      });
      const span = found();
      if (span === undefined) throw new Error('the span is gone');
      return span;
    },
  };
}
