import { type ServerOptions, WebSocket, WebSocketServer } from 'ws';

type SendOptions = Parameters<WebSocket['send']>[1];
type SendCallback = NonNullable<Parameters<WebSocket['send']>[2]>;

/**
 * How long (ms) the answer to a closing handshake is waited for; the default is 30 seconds. A client that has vanished
 * never answers, and would keep its connection open.
 */
const CLOSE_TIMEOUT_MS = 5_000;

/** A websocket that sends text as its bytes. */
class ByteSocket extends WebSocket {
  override send(
    data: Parameters<WebSocket['send']>[0],
    options?: SendOptions | SendCallback,
    done?: SendCallback,
  ): void {
    const isText = typeof data === 'string';
    const [given, callback] = typeof options === 'function' ? [{}, options] : [options ?? {}, done];
    super.send(isText ? Buffer.from(data) : data, isText ? { ...given, binary: false } : given, callback);
  }
}

/**
 * The hub's websockets (`wsEngine` of Socket.IO). For a string that waits for a slow client, Node keeps the string and
 * allocates three more bytes for each character; bytes wait at their own size.
 */
export class ByteSocketServer extends WebSocketServer<typeof ByteSocket> {
  constructor(options?: ServerOptions<typeof ByteSocket>) {
    // The types of ws do not know `closeTimeout` yet.
    const all = { ...options, closeTimeout: CLOSE_TIMEOUT_MS, WebSocket: ByteSocket };
    super(all);
  }
}
