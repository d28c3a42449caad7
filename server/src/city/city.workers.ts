import cluster, { type Worker } from 'node:cluster';
import { CityFile } from '@boli/shared/city/city.schema';
import { z } from 'zod';
import { installedCity, runningCity, setSharedCity } from './city.launch';

/** How often the first process checks whether its city has changed (ms). */
const CHECK_EVERY_MS = 500;

const Installed = z.object({ folder: z.string(), file: CityFile });
const Running = Installed.extend({ url: z.string(), roads: z.boolean() });
/** The message from the first process of a machine to its workers about the city that it serves. */
const Message = z.object({ city: z.object({ running: Running.nullable(), installed: Installed.nullable() }) });

/** The message by which a worker asks for the city, as soon as it can receive the answer. */
const Question = z.object({ city: z.literal('wanted') });

/**
 * In the first process: sends the served city to each worker, when the worker asks and after each change. Returns a
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
  const answer = (worker: Worker, asked: unknown) => {
    if (Question.safeParse(asked).success) worker.send(message());
  };
  cluster.on('message', answer);
  return async () => {
    clearInterval(timer);
    cluster.off('message', answer);
  };
}

/** In a worker: uses the city that the first process serves. Returns a dispose function. */
export function followCity(): () => Promise<void> {
  const receive = (message: unknown) => {
    const read = Message.safeParse(message);
    if (read.success) setSharedCity(read.data.city);
  };
  process.on('message', receive);
  process.send?.({ city: 'wanted' } satisfies z.infer<typeof Question>);
  return async () => {
    process.off('message', receive);
    setSharedCity(null);
  };
}
