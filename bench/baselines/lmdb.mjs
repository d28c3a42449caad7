// The baseline of a durable store: LMDB itself, with the page size and the durability of the embedded store, called by
// as many concurrent callers as there are clients. A put has completed when it is on the disk.
import { open } from 'lmdb';

const [folder] = process.argv.slice(2);
const table = open({ path: folder, pageSize: 8192, keyEncoding: 'binary', encoding: 'binary' });
/** The records that a scan reads. */
const scanned = table.openDB({ name: 'scanned', keyEncoding: 'binary', encoding: 'binary' });
let records = 0;
let inserted = 0;

function key(n) {
  const bytes = Buffer.alloc(10);
  bytes.writeUIntBE(n, 4, 6);
  return bytes;
}

// Each caller uses its own records, as the clients of the store do, so that LMDB and the store touch about the same
// number of pages of their files.
const OWN = 64;
const ownKey = (caller, n) => key((caller * OWN + (n % OWN)) % records);

/** The measured operations; each resolves when it has completed. */
const operations = {
  async put({ caller, n, value }) {
    await table.put(ownKey(caller, n), value);
    await table.flushed;
  },
  async insert({ value }) {
    await table.put(key(records + inserted++), value);
    await table.flushed;
  },
  async get({ caller, n }) {
    return table.getBinary(ownKey(caller, n));
  },
  async list({ caller, n }) {
    let bytes = 0;
    for (const { value } of table.getRange({ start: ownKey(caller, n), limit: 10 })) bytes += value.length;
    return bytes;
  },
  async scan() {
    let bytes = 0;
    for (const { value } of scanned.getRange({})) bytes += value.length;
    return bytes;
  },
};

async function fill({ count, toScan, value }) {
  for (let n = 0; n < count; n++) void table.put(key(n), value);
  for (let n = 0; n < toScan; n++) void scanned.put(key(n), value);
  await scanned.flushed;
  records = count;
}

async function run({ operation, clients, milliseconds, value }) {
  const act = operations[operation];
  const until = performance.now() + milliseconds;
  const before = process.cpuUsage();
  const from = performance.now();
  let done = 0;
  const call = async (_, caller) => {
    let n = 0;
    do {
      await act({ caller, n: n++, value });
      done++;
      // Yields to the event loop regularly, as a server has to.
      if (done % 256 === 0) await new Promise(setImmediate);
    } while (performance.now() < until);
  };
  await Promise.all(Array.from({ length: clients }, call));
  const { user, system } = process.cpuUsage(before);
  return { operations: done, cpu: user + system, seconds: (performance.now() - from) / 1000 };
}

process.on('message', async (message) => {
  if (message.fill) {
    await fill({ ...message.fill, value: Buffer.from(message.fill.value, 'base64') });
    process.send({ filled: true });
  } else if (message.run) {
    const { value, ...rest } = message.run;
    process.send({ ran: await run({ ...rest, value: Buffer.from(value ?? '', 'base64') }) });
  }
});
process.stdout.write('ready\n');
