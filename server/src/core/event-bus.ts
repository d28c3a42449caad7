import { EventEmitter } from 'node:events';
import { reportDiskFull } from '../store/space';
import { logger } from './logger';
import { untilFinished } from './unfinished';

export type Listener<Event> = (event: Event) => void | Promise<void>;

/** Carries domain events from the code that emits them to its listeners in the same process. */
export interface EventBus<Events> {
  /** Calls `listener` for every later event of this name; the returned function removes it. */
  on<N extends keyof Events & string>(name: N, listener: Listener<Events[N]>): () => void;
  /**
   * Calls the listeners after the current code has run. An error that a listener throws is logged and not passed on.
   */
  emit<N extends keyof Events & string>(name: N, event: Events[N]): void;
}

/**
 * Creates an event bus. Events are lost with the process: a consequence that must happen is a reconcile step
 * (core/reconcile.ts).
 */
export function eventBus<Events>(): EventBus<Events> {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(50);
  return {
    on(name, listener) {
      const guarded = (event: Events[typeof name]) => {
        const called = Promise.resolve()
          .then(() => listener(event))
          .catch((error: unknown) => {
            reportDiskFull(error);
            logger.error({ err: error, event: name }, 'a listener failed');
          });
        void untilFinished(called);
      };
      emitter.on(name, guarded);
      return () => emitter.off(name, guarded);
    },
    emit(name, event) {
      emitter.emit(name, event);
    },
  };
}
