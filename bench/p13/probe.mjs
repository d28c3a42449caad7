// Calls one address at a steady pace, however long the answers take, and reports the latencies (ms) on request. It is a
// separate program, so that the work of the simulated clients is not measured as latency. Arguments: address, token,
// calls a second.
import { Agent, get } from 'node:http';

const [address = '', token = '', rate = '50'] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });
let latencies = [];

function call() {
  const began = performance.now();
  const failed = () => latencies.push(60_000);
  get(address, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
    response.resume();
    response.once('end', () => latencies.push(response.statusCode === 200 ? performance.now() - began : 60_000));
  }).once('error', failed);
}
setInterval(call, 1_000 / Number(rate));
process.on('message', () => {
  process.send({ latencies });
  latencies = [];
});
process.on('disconnect', () => process.exit(0));
