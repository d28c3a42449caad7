/** Work in queues by name: that of one queue is done one after the other, in the order in which it was asked for. */
export class Queues {
  readonly #tails = new Map<string, Promise<unknown>>();

  /** Runs `work` once everything before it in this queue has ended, well or badly. Gives, or throws, what it does. */
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
