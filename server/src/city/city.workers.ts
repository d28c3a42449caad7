import cluster from 'node:cluster';
import { CityFile } from '@boli/shared/city/city.schema';
import { z } from 'zod';
import { installedCity, runningCity, setSharedCity } from './city.launch';

/** How often the first process looks whether its city has changed (ms). */
const LOOK_MS = 500;

const Installed = z.object({ folder: z.string(), file: CityFile });
const Running = Installed.extend({ url: z.string(), roads: z.boolean() });
/** What the first process of a machine tells its workers of the city that it serves for all of them. */
const Message = z.object({ city: z.object({ running: Running.nullable(), installed: Installed.nullable() }) });

/** In the first process: tells the workers which city it serves, at their start and after each change. Returns the end of it. */
export function shareCity(): () => Promise<void> {
  let told = '';
  const message = () => ({ city: Message.shape.city.parse({ running: runningCity(), installed: installedCity() }) });
  const timer = setInterval(() => {
    const text = JSON.stringify(message());
    if (text === told) return;
    told = text;
    for (const worker of Object.values(cluster.workers ?? {})) worker?.send(message());
  }, LOOK_MS).unref();
  cluster.on('online', (worker) => worker.send(message()));
  return async () => clearInterval(timer);
}

/** In a worker: uses the city of which the first process tells. Returns the function that ends it. */
export function followCity(): () => Promise<void> {
  const hear = (message: unknown) => {
    const read = Message.safeParse(message);
    if (read.success) setSharedCity(read.data.city);
  };
  process.on('message', hear);
  return async () => {
    process.off('message', hear);
    setSharedCity(null);
  };
}
