import { HttpLink } from '../http-link';

/** Connections that each send one call after the other, until they are stopped. */
export class ClosedLoop {
  readonly #links: readonly HttpLink[];
  #running: Promise<void>[] = [];
  #isOver = false;
  #failure: unknown = null;
  /** Answers so far. */
  answered = 0;

  private constructor(links: readonly HttpLink[]) {
    this.#links = links;
  }

  static async open(url: string, connections: number): Promise<ClosedLoop> {
    return new ClosedLoop(await Promise.all(Array.from({ length: connections }, () => HttpLink.open(url))));
  }

  /** Starts the load; `next` returns the bytes of a connection's next call. */
  start(next: (connection: number) => Buffer): void {
    this.#isOver = false;
    this.#running = this.#links.map((link, connection) =>
      this.#repeat(link, () => next(connection)).catch((error: unknown) => {
        this.#isOver = true;
        this.#failure ??= error;
      }),
    );
  }

  async #repeat(link: HttpLink, next: () => Buffer): Promise<void> {
    while (!this.#isOver) {
      const answer = await link.call(next());
      if (answer.status >= 300) throw new Error(`a call was answered ${answer.status}: ${answer.body.toString()}`);
      this.answered += 1;
    }
  }

  /** Waits for the running calls. Throws the error that ended the load early, such as that of a refused call. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#running);
    if (this.#failure) throw this.#failure;
  }

  close(): void {
    for (const link of this.#links) link.close();
  }
}
