import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { DEFAULT_LANGUAGE, type Language, type MessageKey } from '@boli/shared/core/messages';
import { clock } from './clock';
import { DEADLINES } from './deadlines';
import { errorCode } from './error-code';
import { AppError } from './errors';
import { languageOf } from './language';

/**
 * How many connections the system keeps until this process accepts them; the system's own maximum, 4,096 on Linux, is
 * usually lower. It drops connections for which there is no room, and their clients wait for seconds until they try
 * again. Node's default, 511, is too low for clients that reconnect at once.
 */
export const MAX_BACKLOG = 65_535;

/** The answers to errors of Node's HTTP server, by error code. Any other error means that the input is not HTTP. */
const refusals: Record<string, [status: number, key: MessageKey]> = {
  HPE_HEADER_OVERFLOW: [431, 'common.headers_too_large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'common.too_large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'common.too_slow'],
};

/**
 * Creates the HTTP server for the app. The answers that Node gives by itself, before a request reaches the app, are
 * JSON with `detail` and `code` as well: 400 for input that is not HTTP, 408, 413, 417 and 431. The server waits for no
 * client longer than the deadlines allow.
 */
export function createHttpServer(listener: RequestListener, deadlines = DEADLINES): Server {
  const answering = new WeakMap<Duplex, ServerResponse>();
  const options = {
    headersTimeout: deadlines.headersMs,
    requestTimeout: deadlines.requestMs,
    keepAliveTimeout: deadlines.keepAliveMs,
    connectionsCheckingInterval: deadlines.checkEveryMs,
    requireHostHeader: false,
  };
  const server = createServer(options, (request, response) => {
    answering.set(request.socket, response);
    // Clients take the server's time from this header (docs/decisions/0022-a-quote-has-a-clock.md).
    if (clock.correction() !== 0) response.setHeader('Date', clock.now().toUTCString());
    if (isHostMissing(request)) refuse(response, new AppError(400, 'common.bad_request'));
    else listener(request, response);
  });
  server.on('checkExpectation', (_request, response) => refuse(response, new AppError(417, 'common.expectation')));
  server.on('clientError', (error, socket) => {
    const [status, key] = refusals[String(errorCode(error))] ?? [400, 'common.bad_request'];
    // After a part of a response has been sent, the client would read a second response as the rest of the first.
    const isUnderWay = answering.get(socket)?.headersSent && !answering.get(socket)?.writableFinished;
    if (!socket.writable || isUnderWay) socket.destroy();
    else refuseBare(socket, new AppError(status, key), DEFAULT_LANGUAGE);
  });
  return server;
}

/** HTTP/1.1 requires the Host header. Node's own check, which is turned off above, would answer an empty 400. */
function isHostMissing({ httpVersion, headers }: IncomingMessage): boolean {
  return httpVersion === '1.1' && headers.host === undefined;
}

/** Answers a request that reaches no route, in JSON and the reader's language, and closes its connection. */
export function refuse(response: ServerResponse, refusal: AppError): void {
  const body = JSON.stringify(refusal.toBody(languageOf(response.req)));
  response.writeHead(refusal.status, headersOf(refusal, body)).end(body);
}

/** Like `refuse`, for a bare connection without a Node response: an upgrade, or input that is not HTTP. */
export function refuseBare(link: Duplex, refusal: AppError, language: Language): void {
  link.end(rawAnswer(refusal, language), () => link.destroy());
}

function rawAnswer(refusal: AppError, language: Language): string {
  const body = JSON.stringify(refusal.toBody(language));
  const headers = Object.entries(headersOf(refusal, body)).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${refusal.status} Refused\r\n${headers.join('')}\r\n${body}`;
}

function headersOf({ retryAfterSeconds }: AppError, body: string) {
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
    ...(retryAfterSeconds !== null && { 'Retry-After': String(retryAfterSeconds) }),
  };
}
