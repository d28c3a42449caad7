import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../root';
import { eventually } from './realtime';
import { freePort } from './serve';

/** A real nginx with the configuration of `deploy/`, in front of servers of a test. */
export interface TestProxy {
  /** Its address, by https. */
  url: string;
  /** Its address by plain http. */
  plainUrl: string;
  /** Its self-signed certificate (PEM). */
  ca: string;
  /** Makes one request by https; resolves with the status and the text of the response. Rejects if none comes. */
  fetch(method: string, path: string, call?: ProxiedCall): Promise<{ status: number; text: string }>;
  close(): Promise<void>;
}

interface ProxiedCall {
  token?: string;
  /** The `Idempotency-Key`. */
  key?: string;
  body?: object;
}

/**
 * Replaces all occurrences of `from`. Throws if there is none, so that no change of the configuration goes unnoticed.
 */
function replaced(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`the configuration in deploy/ does not contain "${from}"`);
  return text.replaceAll(from, to);
}

const shipped = (file: string) => readFile(join(root, 'deploy', file), 'utf8');

/** The configuration of `deploy/`, with the addresses and folders of a test. */
async function configuration(folder: string, servers: readonly number[], plain: number, secure: number) {
  let site = await shipped('nginx.conf');
  for (const [index, port] of servers.entries())
    site = replaced(site, `server boli-${index + 1}:3000`, `server 127.0.0.1:${port}`);
  site = replaced(site, 'listen 80;', `listen 127.0.0.1:${plain};`);
  // The syntax of nginx before 1.25; Debian 12 has no newer one.
  site = replaced(site, 'listen 443 ssl backlog', `listen 127.0.0.1:${secure} ssl http2 backlog`);
  site = replaced(site, 'http2 on;', '');
  site = replaced(site, '/etc/nginx/tls', folder);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  let main = await shipped('nginx.main.conf');
  main = replaced(main, '/tmp/nginx.pid', `${folder}/nginx.pid`);
  main = replaced(main, 'error_log /dev/stderr warn;', 'error_log stderr crit;');
  // A machine may allow fewer open files to the tests.
  main = replaced(main, 'worker_rlimit_nofile 65536;', '');
  main = replaced(main, 'include /etc/nginx/conf.d/*.conf;', `${paths.join(' ')} ${site}`);
  return `daemon off; ${main}`;
}

/** Writes a certificate for localhost and its key to the folder. */
async function certify(folder: string): Promise<string> {
  const files = ['-keyout', join(folder, 'tls.key'), '-out', join(folder, 'tls.crt')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  await promisify(execFile)('openssl', ['req', '-x509', ...kind, ...files, ...subject]);
  return readFile(join(folder, 'tls.crt'), 'utf8');
}

/**
 * Starts nginx in front of the two servers at these ports of the loopback address. If nginx is missing, rejects with an
 * error that says how to install it.
 */
export async function startTestProxy(servers: readonly [number, number]): Promise<TestProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'boli-proxy-'));
  const ca = await certify(folder);
  const [plain, secure] = [await freePort(), await freePort()];
  await writeFile(join(folder, 'nginx.conf'), await configuration(folder, servers, plain, secure));
  const child = spawn('nginx', ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exit = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let failure: Error | null = null;
  child.once('error', (cause) => {
    failure = new Error('nginx cannot be started; install it, for example by: apt-get install nginx-light', { cause });
  });
  const url = `https://127.0.0.1:${secure}`;
  const fetch: TestProxy['fetch'] = (method, path, call = {}) => send(ca, `${url}${path}`, method, call);
  const isUp = () =>
    fetch('GET', '/health/live').then(
      () => true,
      () => false,
    );
  await eventually(async () => failure !== null || (await isUp()), 'nginx does not answer');
  if (failure) throw failure;
  return {
    url,
    plainUrl: `http://127.0.0.1:${plain}`,
    ca,
    fetch,
    async close() {
      child.kill('SIGTERM');
      await exit;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function send(ca: string, url: string, method: string, { token, key, body }: ProxiedCall) {
  const headers = {
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(key && { 'Idempotency-Key': key }),
    ...(body && { 'Content-Type': 'application/json' }),
  };
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const call = request(url, { method, headers, ca, timeout: 10_000 }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
      });
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.once('error', reject);
    });
    call.once('timeout', () => call.destroy(new Error('no response within 10 seconds')));
    call.once('error', reject);
    call.end(body && JSON.stringify(body));
  });
}
