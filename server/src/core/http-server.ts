import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { DEFAULT_LANGUAGE, type Language, type MessageKey } from '@boli/shared/core/messages';
import { DEADLINES } from './deadlines';
import { errorCode } from './error-code';
import { AppError } from './errors';
import { languageOf } from './language';

/** What Node's parser found, as an answer. Whatever else it finds is no HTTP. */
const refusals: Record<string, [status: number, key: MessageKey]> = {
  HPE_HEADER_OVERFLOW: [431, 'common.headers_too_large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'common.too_large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'common.too_slow'],
};

/**
 * The HTTP server under the app. What Node answers by itself, before a request reaches the app, is `{ detail, code }` in
 * JSON here, too: 400 for what is no HTTP, 408, 413, 417 and 431. It waits for no client longer than the deadlines allow.
 */
export function createHttpServer(listener: RequestListener, deadlines = DEADLINES): Server {
  const answering = new WeakMap<Duplex, ServerResponse>();
  const options = {
    headersTimeout: deadlines.headersMs,
    requestTimeout: deadlines.requestMs,
    connectionsCheckingInterval: deadlines.checkEveryMs,
    requireHostHeader: false,
  };
  const server = createServer(options, (request, response) => {
    answering.set(request.socket, response);
    if (isHostMissing(request)) refuse(response, new AppError(400, 'common.bad_request'));
    else listener(request, response);
  });
  server.on('checkExpectation', (_request, response) => refuse(response, new AppError(417, 'common.expectation')));
  server.on('clientError', (error, socket) => {
    const [status, key] = refusals[String(errorCode(error))] ?? [400, 'common.bad_request'];
    // Half an answer is out: another one behind it would be read as part of it.
    const isUnderWay = answering.get(socket)?.headersSent && !answering.get(socket)?.writableFinished;
    if (!socket.writable || isUnderWay) socket.destroy();
    else refuseBare(socket, new AppError(status, key), DEFAULT_LANGUAGE);
  });
  return server;
}

/** HTTP/1.1 asks for it; without the option above Node would answer an empty 400. */
function isHostMissing({ httpVersion, headers }: IncomingMessage): boolean {
  return httpVersion === '1.1' && headers.host === undefined;
}

/** Answers what reaches no route, in JSON and its reader's language, and closes its connection. */
export function refuse(response: ServerResponse, refusal: AppError): void {
  const body = JSON.stringify(refusal.toBody(languageOf(response.req)));
  response.writeHead(refusal.status, headersOf(body)).end(body);
}

/** As `refuse` on a bare connection, which has no response of Node's: an upgrade, or what is no HTTP. */
export function refuseBare(link: Duplex, refusal: AppError, language: Language): void {
  link.end(rawAnswer(refusal, language), () => link.destroy());
}

function rawAnswer(refusal: AppError, language: Language): string {
  const body = JSON.stringify(refusal.toBody(language));
  const headers = Object.entries(headersOf(body)).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${refusal.status} Refused\r\n${headers.join('')}\r\n${body}`;
}

function headersOf(body: string) {
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
  };
}
