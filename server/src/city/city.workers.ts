import cluster from 'node:cluster';
import { CityFile } from '@boli/shared/city/city.schema';
import { z } from 'zod';
import { installedCity, runningCity, setSharedCity } from './city.launch';

/** How often the first process checks whether its city has changed (ms). */
const CHECK_EVERY_MS = 500;

const Installed = z.object({ folder: z.string(), file: CityFile });
const Running = Installed.extend({ url: z.string(), roads: z.boolean() });
/** The message from the first process of a machine to its workers about the city that it serves. */
const Message = z.object({ city: z.object({ running: Running.nullable(), installed: Installed.nullable() }) });

/**
 * In the first process: sends the served city to each worker, when the worker starts and after each change. Returns a
 * dispose function.
 */
export function shareCity(): () => Promise<void> {
  let sent = '';
  const message = () => ({ city: Message.shape.city.parse({ running: runningCity(), installed: installedCity() }) });
  const timer = setInterval(() => {
    const text = JSON.stringify(message());
    if (text === sent) return;
    sent = text;
    for (const worker of Object.values(cluster.workers ?? {})) worker?.send(message());
  }, CHECK_EVERY_MS).unref();
  cluster.on('online', (worker) => worker.send(message()));
  return async () => clearInterval(timer);
}

/** In a worker: uses the city that the first process serves. Returns a dispose function. */
export function followCity(): () => Promise<void> {
  const receive = (message: unknown) => {
    const read = Message.safeParse(message);
    if (read.success) setSharedCity(read.data.city);
  };
  process.on('message', receive);
  return async () => {
    process.off('message', receive);
    setSharedCity(null);
  };
}
