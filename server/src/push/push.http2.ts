import { type ClientHttp2Session, connect, type IncomingHttpHeaders } from 'node:http2';
import { connectionFailed } from './push.connection';

/** A connection without messages is closed after this time. */
const IDLE_MS = 10 * 60_000;

/** The connection to each service by its address: Apple asks providers to keep one open. */
const sessions = new Map<string, ClientHttp2Session>();

function sessionWith(address: string): ClientHttp2Session {
  const known = sessions.get(address);
  if (known) return known;
  const session = connect(address);
  const forget = () => leave(address, session);
  // A service that closes the connection announces that (GOAWAY); its replies to running requests are still read.
  for (const event of ['close', 'error', 'goaway'] as const) session.on(event, forget);
  session.setTimeout(IDLE_MS, forget);
  session.unref();
  sessions.set(address, session);
  return session;
}

/** Starts no further request on a connection, which closes when its running requests have ended. */
function leave(address: string, session: ClientHttp2Session): void {
  if (sessions.get(address) === session) sessions.delete(address);
  if (!session.closed && !session.destroyed) session.close();
}

interface Posted {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/**
 * Posts over HTTP/2 on the open connection. Rejects with `DeliveryFailed` if there is no reply: the next request then
 * opens another connection.
 */
export function post(
  address: string,
  request: { path: string; headers: Record<string, string>; body: string; signal: AbortSignal },
): Promise<Posted> {
  const session = sessionWith(address);
  const { path, headers, body, signal } = request;
  return new Promise<Posted>((resolve, reject) => {
    const stream = session.request({ ':method': 'POST', ':path': path, ...headers }, { signal });
    let answer: Omit<Posted, 'text'> | null = null;
    const chunks: Buffer[] = [];
    stream.on('response', ({ ':status': status = 0, ...others }) => {
      answer = { status, headers: others };
    });
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('error', reject);
    stream.on('close', () => {
      if (answer) resolve({ ...answer, text: Buffer.concat(chunks).toString('utf8') });
      else reject(new Error('the stream was closed without an answer'));
    });
    stream.end(body);
  }).catch((error: unknown) => {
    leave(address, session);
    throw connectionFailed(error);
  });
}

/** Closes every connection. */
export function closeSessions(): void {
  for (const session of sessions.values()) session.destroy();
  sessions.clear();
}
