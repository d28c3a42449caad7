import { Link } from './link';

const PING = 0x32;
const OPEN = 0x30;
const MESSAGE = 0x34;
const [CONNECT, EVENT, ACK, REFUSED] = [0x30, 0x32, 0x33, 0x34];

/** A connection to a Socket.IO server, in the default namespace. */
export interface HubLink {
  link: Link;
  /** Called with each event: the packet, which begins with `42["name",`. */
  onEvent: (packet: Buffer) => void;
  /**
   * Sends an event without waiting for anything. With `ackId` the server acknowledges the event, and the
   * acknowledgement is ignored.
   */
  emit(event: string, payload: object, ackId?: number): void;
  /** Sends an event; resolves with the acknowledgement. */
  ask(event: string, payload: object): Promise<unknown>;
}

/** The id of acknowledgements that are ignored. */
export const IGNORED = 0;
const IGNORED_DIGIT = 0x30;

/** Connects to a Socket.IO server by websocket. Rejects when the server refuses the connection. */
export async function openHubLink(url: string, auth: object): Promise<HubLink> {
  const asked = new Map<number, (answer: unknown) => void>();
  let connected: (error?: Error) => void = () => undefined;
  const ready = new Promise<void>((resolve, reject) => {
    connected = (error) => (error ? reject(error) : resolve());
  });
  const answered = (packet: Buffer) => {
    const text = packet.toString('utf8', 2);
    const at = text.indexOf('[');
    const id = Number(text.slice(0, at));
    asked.get(id)?.(JSON.parse(text.slice(at))[0]);
    asked.delete(id);
  };
  const received = (link: Link, packet: Buffer) => {
    const [first, second] = packet;
    if (first === MESSAGE && second === EVENT) hub.onEvent(packet);
    else if (first === MESSAGE && second === ACK && packet[2] !== IGNORED_DIGIT) answered(packet);
    else if (first === PING) link.send('3');
    else if (first === OPEN) link.send(`40${JSON.stringify(auth)}`);
    else if (first === MESSAGE && second === CONNECT) connected();
    else if (first === MESSAGE && second === REFUSED) connected(new Error(packet.toString()));
  };
  let lastId = IGNORED;
  const hub: HubLink = {
    link: await Link.open(url, '/socket.io/?EIO=4&transport=websocket', received),
    onEvent: () => undefined,
    emit: (event, payload, ackId) => hub.link.send(`42${ackId ?? ''}${JSON.stringify([event, payload])}`),
    ask(event, payload) {
      lastId += 1;
      const answer = new Promise((resolve) => asked.set(lastId, resolve));
      hub.emit(event, payload, lastId);
      return answer;
    },
  };
  await ready;
  return hub;
}
