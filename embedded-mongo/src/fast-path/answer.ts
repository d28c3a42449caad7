import { failureAnswer } from '../commands/dispatch';
import type { Store } from '../storage/store';
import type { Job } from '../storage/write-queue';
import { encode } from '../wire/bson';
import { replyTo } from '../wire/reply';
import { runFastFind } from './find';
import { type FastFind, parseFastFind } from './find-request';
import { runFastUpdate } from './update';
import { type FastUpdate, parseFastUpdate } from './update-request';

/** A request on the fast path. */
export type FastRequest = FastFind | FastUpdate;

/** Parses a message for the fast path; null if it has to take the general path. */
export function parseFast(bytes: Buffer): FastRequest | null {
  return parseFastFind(bytes) ?? parseFastUpdate(bytes);
}

/** Called with the message that replies to an update; with null if the update has to take the general path. */
export type UpdateCallback = (update: FastUpdate, message: Buffer | null) => void;

const failureMessage = (request: FastRequest, error: unknown): Buffer =>
  replyTo(request, encode(failureAnswer(request.kind, error)));

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
    this.#callback(this.#update, this.#answer && replyTo(this.#update, this.#answer));
  }

  reject(error: unknown): void {
    this.#callback(this.#update, failureMessage(this.#update, error));
  }
}

/** Runs an update on the fast path and calls back when it is durable. */
export function answerFastUpdate(store: Store, update: FastUpdate, callback: UpdateCallback): void {
  store.addWrite(new UpdateJob(store, update, callback));
}

/** The message with the reply to a find on the fast path; null if it has to take the general path. */
export function answerFastFind(store: Store, find: FastFind): Buffer | null {
  try {
    return runFastFind(store, find);
  } catch (error) {
    return failureMessage(find, error);
  }
}
