import type { z } from 'zod';

/**
 * A domain event that the other nodes of a cluster learn of. Each of them reads the documents whose ids the payload
 * contains, and calls the listeners that concern its own sockets and memory. Whatever has an effect beyond a process (a
 * write, a notification on a device) happens once, on the node where the event was emitted.
 */
export interface Relayed<Event> {
  /** Raised when the payload changes in such a way that an older node would misread it; other versions are ignored. */
  readonly version: number;
  /**
   * The payload for the other nodes: ids and single values, never a document, which a node of another version might
   * misread.
   */
  payloadOf(event: Event): object;
  /** Handles the payload on another node; `node` is the id of the publishing node. Throws for an invalid payload. */
  handle(payload: unknown, node: string): Promise<void>;
}

interface Relay<Event, Payload extends z.ZodType> {
  version: number;
  payload: Payload;
  payloadOf: (event: Event) => z.input<Payload>;
  handle: (payload: z.output<Payload>, node: string) => unknown;
}

/** A relayed event whose payload is validated by a schema. */
export function relay<Event, Payload extends z.ZodType<object, object>>(given: Relay<Event, Payload>): Relayed<Event> {
  return {
    version: given.version,
    payloadOf: given.payloadOf,
    async handle(payload, node) {
      await given.handle(given.payload.parse(payload), node);
    },
  };
}
