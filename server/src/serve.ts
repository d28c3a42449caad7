import cluster from 'node:cluster';
import { Gauge } from 'prom-client';
import { createApp } from './app';
import { errorCode } from './core/error-code';
import { createHttpServer, MAX_BACKLOG } from './core/http-server';
import { registry } from './core/metrics';
import { OperatorError } from './core/operator-error';
import { startExporter } from './core/trace-exporter';
import { closable } from './drain';
import { removeOrphans } from './drivers/documents';
import { closeMail } from './mail/mail.service';
import { seedPromos } from './promos/promos.service';
import { closePush } from './push/push.service';
import { closeRequestsNear } from './push/requests-near';
import type { Settings } from './settings';
import type { Shutdown } from './shutdown';
import { withDatabase, withoutPassword } from './store/address';
import { connect, disconnect, ensureIndexes } from './store/connect';
import { followDatabaseClock } from './store/database-clock';
import { startHeartbeat } from './store/heartbeat';
import { moveFormerFiles, prepareStorage, storageName } from './uploads/files';
import { removeOldForms } from './uploads/form';
import { openNodes } from './wiring/nodes';
import { type Realtime, startRealtime } from './wiring/realtime';
import { startClusterScheduler, startScheduler } from './wiring/scheduler';

const FINISH_REQUESTS_MS = 1_500;

const serving = new Gauge({
  name: 'serving_processes',
  help: 'How many processes of this server accept connections; with WORKERS, their number',
  registers: [registry],
});

/** A server that is being started: its settings, its database, and where it adds what it has started. */
interface Starting {
  settings: Settings;
  uri: string;
  shutdown: Shutdown;
}

/**
 * Serves the product in this process, alone or as one of several nodes; resolves when it listens. Throws `OperatorError`
 * if the database, the storage of uploads, Redis or the port cannot be used, or if the wiring is incomplete.
 */
export async function serve({ settings, uri, shutdown }: Starting): Promise<void> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = settings;
  if (endpoint !== undefined) shutdown.add(await startExporter({ ...settings, endpoint }));
  await openDatabase(uri, shutdown);
  await openStorage();
  await removeOrphans();
  await removeOldForms();
  await seedPromos();
  shutdown.add(closeMail, closeRequestsNear, closePush);
  const nodes = await openNodes(settings.REDIS_URL, cluster.isWorker);
  if (nodes) shutdown.add(nodes.close);
  const realtime = await listen(settings, nodes, shutdown);
  const drainMs = settings.DRAIN_SECONDS * 1_000;
  shutdown.drainBy(async () => {
    realtime.drain(drainMs);
    await new Promise((resolve) => setTimeout(resolve, drainMs));
  });
  shutdown.add(nodes ? startClusterScheduler() : startScheduler());
}

async function openDatabase(uri: string, shutdown: Shutdown): Promise<void> {
  try {
    await connect(withDatabase(uri));
    shutdown.add(disconnect);
    await followDatabaseClock();
    shutdown.add(startHeartbeat());
    await ensureIndexes();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(withoutPassword(`The database at ${uri} cannot be used: ${reason}`));
  }
}

/** Prepares the storage of uploaded files, and moves those that earlier settings left elsewhere. */
async function openStorage(): Promise<void> {
  try {
    await prepareStorage();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(`Uploads cannot be stored in ${storageName()}: ${reason}`);
  }
  await moveFormerFiles((moved) => process.stderr.write(`uploads: ${moved} moved to ${storageName()}\n`));
}

async function listen(
  { HOST, PORT }: Settings,
  nodes: Awaited<ReturnType<typeof openNodes>>,
  shutdown: Shutdown,
): Promise<Realtime> {
  const server = createHttpServer(createApp());
  const links = closable(server);
  const realtime = startRealtime(server, nodes?.adapter);
  shutdown.add(async () => {
    // Refuses new connections from here on; running requests continue while the hub closes.
    await realtime.close(links.close(FINISH_REQUESTS_MS));
  });
  await new Promise<void>((done, fail) => {
    server.once('error', (error) => fail(asListenFailure(error, HOST, PORT)));
    server.listen({ port: PORT, host: HOST, backlog: MAX_BACKLOG }, done);
  });
  serving.set(1);
  return realtime;
}

function asListenFailure(error: Error, host: string, port: number): Error {
  if (errorCode(error) === 'EADDRINUSE') {
    return new OperatorError(`Port ${port} is taken. End what uses it or choose another: PORT=${port + 1} npm start`);
  }
  if (errorCode(error) === 'EACCES')
    return new OperatorError(`This user may not listen on port ${port}. Choose one above 1023.`);
  if (errorCode(error) === 'EADDRNOTAVAIL')
    return new OperatorError(`This machine has no address ${host}: set HOST right.`);
  return error;
}
