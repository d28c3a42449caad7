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
  /** The version of the row that the event is about; missing for events whose handler does not compare it. */
  rowVersionOf?: ((event: Event) => number) | undefined;
  /** Handles the payload on another node. Throws for an invalid payload. */
  handle(payload: unknown, message: RelayedMessage): Promise<void>;
}

/** What a message says beside its payload. */
export interface RelayedMessage {
  /** The id of the publishing node. */
  readonly node: string;
  /** The version of the row that the event is about; missing for other events, and from nodes of earlier releases. */
  readonly rowVersion?: number | undefined;
}

interface Relay<Event, Payload extends z.ZodType> {
  version: number;
  payload: Payload;
  payloadOf: (event: Event) => z.input<Payload>;
  rowVersionOf?: (event: Event) => number;
  handle: (payload: z.output<Payload>, message: RelayedMessage) => unknown;
}

/** A relayed event whose payload is validated by a schema. */
export function relay<Event, Payload extends z.ZodType<object, object>>(given: Relay<Event, Payload>): Relayed<Event> {
  return {
    version: given.version,
    payloadOf: given.payloadOf,
    rowVersionOf: given.rowVersionOf,
    async handle(payload, message) {
      await given.handle(given.payload.parse(payload), message);
    },
  };
}
