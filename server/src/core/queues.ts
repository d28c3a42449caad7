/** Named queues: the tasks of one queue run one after the other, first in first out. */
export class Queues {
  readonly #tails = new Map<string, Promise<unknown>>();

  /** Runs `work` after every earlier task of this queue has settled; resolves or rejects as `work` does. */
  run<T>(queue: string, work: () => Promise<T>): Promise<T> {
    const result = (this.#tails.get(queue) ?? Promise.resolve()).then(work, work);
    this.#tails.set(queue, result);
    const forget = () => {
      if (this.#tails.get(queue) === result) this.#tails.delete(queue);
    };
    result.then(forget, forget);
    return result;
  }
}
