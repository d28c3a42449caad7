import type { Answer } from '../commands/context';
import { failureAnswer } from '../commands/dispatch';
import type { Store } from '../storage/store';
import type { Job } from '../storage/write-queue';
import type { FastUpdate } from './request';
import { runFastUpdate } from './update';

/** Called with the reply to an update; with null if the update has to take the general path. */
export type UpdateCallback = (update: FastUpdate, answer: Answer | null) => void;

/** The job of one update in the write queue. */
class UpdateJob implements Job {
  readonly #store: Store;
  readonly #update: FastUpdate;
  readonly #callback: UpdateCallback;
  #answer: Buffer | null = null;

  constructor(store: Store, update: FastUpdate, callback: UpdateCallback) {
    this.#store = store;
    this.#update = update;
    this.#callback = callback;
  }

  work(): void {
    this.#answer = runFastUpdate(this.#store, this.#update);
  }

  resolve(): void {
    this.#callback(this.#update, this.#answer);
  }

  reject(error: unknown): void {
    this.#callback(this.#update, failureAnswer('update', error));
  }
}

/** Runs an update on the fast path and calls back when it is durable. */
export function answerFastUpdate(store: Store, update: FastUpdate, callback: UpdateCallback): void {
  store.addWrite(new UpdateJob(store, update, callback));
}
