// Calls one address at a steady pace, however long the answers take, and reports the latencies (ms) on request. It is a
// separate program, so that the work of the simulated clients is not measured as latency. The calls are those of people
// whose connections are not cut: they use open connections in turn. It reports that it is ready when these are open.
// Arguments: address, token, calls a second.
import { Agent, get } from 'node:http';

const [address = '', token = '', rate = '50'] = process.argv.slice(2);
const CONNECTIONS = 100;
const FAILED_MS = 60_000;
// First in, first out: with the default order a few connections are used, and the server closes the others as idle.
const agent = new Agent({ keepAlive: true, maxFreeSockets: CONNECTIONS, scheduling: 'fifo' });
let latencies = [];

/** Resolves with the latency of one call. */
function call() {
  const began = performance.now();
  return new Promise((resolve) => {
    get(address, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode === 200 ? performance.now() - began : FAILED_MS));
    }).once('error', () => resolve(FAILED_MS));
  });
}

await Promise.all(Array.from({ length: CONNECTIONS }, call));
setInterval(() => void call().then((latency) => latencies.push(latency)), 1_000 / Number(rate));
process.on('message', () => {
  process.send({ latencies });
  latencies = [];
});
process.send('ready');
process.on('disconnect', () => process.exit(0));
