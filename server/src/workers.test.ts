import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cityCommand } from '@boli/city/testing/run';
import { townExtract } from '@boli/city/testing/town';
import { AppConfig } from '@boli/shared/app/app.schema';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { apiAt, testSettings } from './testing/app';
import { market } from './testing/market';
import {
  allServe,
  childrenOf,
  type ServerProcess,
  serverProgram,
  startServerProcess,
  storeOf,
} from './testing/process';
import { connectTo, eventually, openTooManySockets, type TestSocket } from './testing/realtime';
import { freePort, serve } from './testing/serve';
import { stopwatch } from './testing/stopwatch';

/** Several processes on one machine (`WORKERS`), with the embedded store. */

let folder: string;
const servers: ServerProcess[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'boli-workers-'));
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.kill();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const settings = async () => ({ ...testSettings(folder), WORKERS: '2', PORT: String(await freePort()) });
async function start(more: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startServerProcess({ ...(await settings()), ...more });
  servers.push(server);
  return server;
}
const workersOf = ({ child }: ServerProcess) => childrenOf(child.pid ?? 0, serverProgram());
const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test('workers serve as one: pushes and ends of sessions reach the sockets of all workers, the limit of sockets counts over all workers, and a worker that dies is replaced', async () => {
  const server = await start();
  await allServe(server);
  expect(childrenOf(server.child.pid ?? 0, 'store.mjs').length).toBe(1);
  const api = apiAt(server.url);
  const steps = market(api);
  const customer = await api.register('customer');
  const sockets: TestSocket[] = [];
  const lost = new Set<TestSocket>();
  const connect = async () => {
    const socket = await connectTo(server.url, customer.token);
    sockets.push(socket);
    void socket.gone().then(() => lost.add(socket));
  };
  for (let count = 0; count < 6; count++) await connect();
  const reachesAll = async () => {
    const ride = await steps.ride(customer);
    for (const socket of sockets.filter((each) => !lost.has(each)))
      await socket.waitFor('ride:created', ({ ride_request }) => ride_request.id === ride.id);
  };
  await reachesAll();

  const person = await api.register('customer');
  (await openTooManySockets([server.url], person.token))();

  const [dying = 0, other] = workersOf(server);
  process.kill(dying, 'SIGKILL');
  await eventually(() => lost.size > 0, 'no socket was at that worker');
  expect(lost.size).toBeLessThan(sockets.length);
  await eventually(() => workersOf(server).length === 2, 'no other worker was started');
  await allServe(server);
  expect(workersOf(server)).toContain(other);
  expect(workersOf(server)).not.toContain(dying);
  for (let count = 0; count < 4; count++) await connect();
  await reachesAll();

  await api.request('POST', '/auth/logout', { token: customer.token });
  await Promise.all(sockets.map((socket) => socket.gone()));

  const children = [...workersOf(server), storeOf(server)];
  await server.kill();
  await eventually(() => !children.some(isRunning), 'a child outlives the first process');
}, 60_000);

test('the metrics are those of all workers together, and a worker that hangs makes them unavailable', async () => {
  const server = await start();
  await allServe(server);
  const customer = await apiAt(server.url).register('customer');
  const sockets = await Promise.all(Array.from({ length: 6 }, () => connectTo(server.url, customer.token)));
  const read = () => fetch(`${server.url}/metrics`, { headers: { Connection: 'close' } });
  for (let scrape = 0; scrape < 4; scrape++)
    expect(await (await read()).text()).toContain('\nsocket_connections{role="customer"} 6\n');
  const [hanging = 0] = workersOf(server);
  process.kill(hanging, 'SIGSTOP');
  // The connections go to the workers in turn: only the other one answers.
  const answers = [read(), read()].map(async (answer) => (await answer).status);
  expect(await Promise.race(answers)).toBe(503);
  process.kill(hanging, 'SIGCONT');
  await Promise.all(answers);
  for (const socket of sockets) socket.close();
}, 60_000);

test('SIGTERM ends the workers and then the store, with code 0 and all positions written', async () => {
  const server = await start();
  const api = apiAt(server.url);
  const [customer, driver] = [await api.register('customer'), await api.registerDriver()];
  const booking = await market(api).drive(driver, await market(api).booked(customer, driver), 'in_progress');
  await api.request('PUT', `/bookings/${booking.id}/location`, { token: driver.token, body: { lat: 28.7, lng: 77.1 } });
  const children = [...workersOf(server), storeOf(server)];
  const elapsed = stopwatch();
  server.child.kill('SIGTERM');
  expect(await server.exit).toBe(0);
  expect(elapsed()).toBeLessThan(5_000);
  expect(children.filter(isRunning)).toEqual([]);
  const again = await start({ WORKERS: '1' });
  const { body } = await apiAt(again.url).request('GET', `/bookings/${booking.id}`, { token: customer.token });
  expect(body).toMatchObject({ driver_lat: 28.7, driver_lng: 77.1 });
}, 60_000);

test('with DRAIN_SECONDS all workers report that they are not ready, serve on, and notify their clients before they close the sockets', async () => {
  const drainMs = 4_000;
  const server = await start({ DRAIN_SECONDS: String(drainMs / 1_000) });
  await allServe(server);
  const customer = await apiAt(server.url).register('customer');
  const sockets = await Promise.all(Array.from({ length: 6 }, () => connectTo(server.url, customer.token)));
  const gone = sockets.map((socket) => socket.gone().then(() => socket.all('server:stopping').length));
  const children = [...workersOf(server), storeOf(server)];
  const from = performance.now();
  server.child.kill('SIGTERM');
  /** The statuses that successive workers answer with: each call has a connection of its own. */
  const statuses = async (path: string) => {
    const call = async () => (await fetch(server.url + path, { headers: { Connection: 'close' } })).status;
    return [await call(), await call()];
  };
  await eventually(
    async () => (await statuses('/health/ready')).every((status) => status === 503),
    'a worker still says that it is ready',
  );
  expect(await statuses('/api/config')).toEqual([200, 200]);
  expect(await Promise.all(gone)).toEqual(Array(6).fill(1));
  expect(await server.exit).toBe(0);
  expect(performance.now() - from).toBeGreaterThanOrEqual(drainMs);
  expect(children.filter(isRunning)).toEqual([]);
}, 60_000);

test('a port that is taken stops the start with one sentence and exit code 1', async () => {
  const { port, close } = await serve(() => undefined);
  const child = spawn(process.execPath, [serverProgram()], {
    env: { PATH: process.env.PATH, ...(await settings()), PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complained = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complained += chunk.toString();
  });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  await close();
  expect(code).toBe(1);
  expect(complained.split(`Port ${port} is taken`).length).toBe(2);
}, 60_000);

test('every worker knows the installed city', async () => {
  const data = join(folder, 'with-city');
  await mkdir(data);
  const extract = join(data, 'town.osm.pbf');
  await writeFile(extract, townExtract());
  expect(await cityCommand(data, '--osm', extract).ended).toMatchObject({ code: 0 });
  const server = await start({ DATA_DIR: data });
  await allServe(server);
  // Each call has a connection of its own, and connections go to the workers in turn.
  for (let call = 0; call < 4; call++) {
    const answer = await fetch(`${server.url}/api/config`, { headers: { Connection: 'close' } });
    const { city } = AppConfig.parse(await answer.json());
    expect(city?.name).toBe('Rampur');
  }
}, 180_000);
