import { request as ask, createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

export interface Deployment {
  url: string;
  /** From now on serves a changed service worker, as the deployment of a newer version does. */
  renew: () => void;
  stop: () => Promise<void>;
}

/** Starts a proxy in front of a running server. The proxy passes everything on, including sockets. */
export async function deploymentOf(url: string): Promise<Deployment> {
  let addition = '';
  const { hostname: host, port } = new URL(url);
  const server = createServer((request, response) => {
    const { method, url: path = '/', headers } = request;
    const isWorker = path === '/sw.js';
    if (isWorker) delete headers['accept-encoding'];
    const passed = ask({ host, port, method, path, headers }, (answer) => {
      const { 'content-length': length, etag: _tag, 'last-modified': _time, ...kept } = answer.headers;
      const replyHeaders = isWorker ? { ...kept, 'content-length': Number(length) + addition.length } : answer.headers;
      response.writeHead(answer.statusCode ?? 502, replyHeaders);
      answer.pipe(response, { end: !isWorker });
      if (isWorker) answer.on('end', () => response.end(addition));
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  });
  const upgraded = new Set<{ destroy: () => void }>();
  server.on('upgrade', (request, socket) => {
    upgraded.add(socket);
    const lines = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
    const through = connect(Number(port), host, () => {
      through.write(`GET ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      through.pipe(socket).pipe(through);
    });
    for (const end of [through, socket]) end.on('error', () => [through, socket].forEach((one) => void one.destroy()));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    renew: () => {
      addition = '\n// a newer version\n';
    },
    stop: () => {
      server.closeAllConnections();
      for (const socket of upgraded) socket.destroy();
      return new Promise((done) => server.close(() => done()));
    },
  };
}
