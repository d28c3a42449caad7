import { context, DiagLogLevel, diag, trace } from '@opentelemetry/api';
import type { Settings } from '../settings';
import { VERSION } from '../version';
import { logger } from './logger';
import { nodeId } from './node-id';
import { setExporting } from './trace';

type ExportSettings = Pick<Settings, 'OTEL_SERVICE_NAME' | 'OTEL_TRACES_SAMPLER_ARG'> & { endpoint: string };

/** A collector that is away must not delay the stop of the server for longer than this (ms). */
const FLUSH_WITHIN_MS = 500;
/** How long (ms) spans wait for others, so that one request to the collector has many. */
const SEND_EVERY_MS = 1_000;
/** A collector that is away is reported at most once in this time (ms). */
const REPORT_EVERY_MS = 60_000;

/**
 * Begins to follow traces through everything that a request calls, to record spans, and to send them to the collector
 * at `endpoint` (OTLP over HTTP, JSON). The packages are loaded here: a server without a collector does not load them.
 * It does not follow traces either, because following them takes a quarter of a call's CPU time or more on Node 20.
 * Returns the function that sends the spans that still wait, and stops.
 */
export async function startExporter(settings: ExportSettings): Promise<() => Promise<void>> {
  const [
    { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider },
    { OTLPTraceExporter },
    { resourceFromAttributes },
  ] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  await followTraces();
  reportFailures();
  const exporter = new OTLPTraceExporter({ url: `${settings.endpoint.replace(/\/$/, '')}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': settings.OTEL_SERVICE_NAME,
      'service.version': VERSION,
      'service.instance.id': nodeId,
    }),
    // The id of a trace decides whether it is recorded, so that all nodes record the same traces and no caller can
    // request more.
    sampler: new TraceIdRatioBasedSampler(settings.OTEL_TRACES_SAMPLER_ARG),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: SEND_EVERY_MS })],
  });
  trace.setGlobalTracerProvider(provider);
  setExporting(true);
  return async () => {
    setExporting(false);
    trace.disable();
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, FLUSH_WITHIN_MS);
    });
    await Promise.race([provider.shutdown(), limit]);
    clearTimeout(timer);
  };
}

/** Makes the current trace known to all code that a request or a message calls. */
export async function followTraces(): Promise<void> {
  const { AsyncLocalStorageContextManager } = await import('@opentelemetry/context-async-hooks');
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
}

/** Failures of the exporter go to the log, at most one line a minute. */
function reportFailures(): void {
  let silentUntil = 0;
  const report = (text: string) => {
    if (performance.now() < silentUntil) return;
    silentUntil = performance.now() + REPORT_EVERY_MS;
    logger.warn({ reason: text }, 'traces could not be sent');
  };
  const ignore = () => undefined;
  diag.setLogger(
    { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
