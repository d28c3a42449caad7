import { request as ask, createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync, gzipSync } from 'node:zlib';

const SKELETON = /<div id="skeleton"[\s\S]*?(?=<link rel="stylesheet")/;

async function wholeOf(answer: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

/** The page without its skeleton, compressed again with gzip. Throws if the page has none. */
async function stripped(answer: IncomingMessage): Promise<Buffer> {
  const html = gunzipSync(await wholeOf(answer)).toString();
  if (!SKELETON.test(html)) throw new Error('the page has no skeleton');
  return gzipSync(html.replace(SKELETON, ''), { level: 9 });
}

/** Starts a proxy in front of a running server. The proxy removes the skeleton from the page and passes files on. */
export async function withoutSkeleton(url: string): Promise<{ url: string; stop: () => void }> {
  const { hostname: host, port } = new URL(url);
  const server = createServer(({ method, url: path = '/', headers }, response) => {
    const asksPage = headers.accept?.includes('text/html') ?? false;
    const wanted = { ...headers, 'accept-encoding': asksPage ? 'gzip' : (headers['accept-encoding'] ?? '') };
    const passed = ask({ host, port, method, path, headers: wanted }, async (answer) => {
      const { 'content-length': length, ...kept } = answer.headers;
      const page = asksPage ? await stripped(answer) : null;
      response.writeHead(answer.statusCode ?? 502, { ...kept, ...(!page && length && { 'content-length': length }) });
      if (page) response.end(page);
      else answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    passed.end();
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
