import { randomBytes } from 'node:crypto';
import { type Document, ObjectId, UUID } from 'bson';
import { frame } from './frames';

/** The number of documents in the store for single operations. */
export const RIDES = 10_000;
/** The number of documents in the store for `$group`. */
export const GROUPED = 100_000;

const PLACES = ['Andheri East', 'Powai', 'Bandra', 'Colaba', 'Airport Terminal 2'];
const ids = Array.from({ length: RIDES }, (_, n) => new ObjectId(ObjectId.generate(1_700_000_000 + n)));

/** A document like those of the product: some 500 bytes, with an object, an array and a date inside. */
export function ride(n: number): Document {
  return {
    _id: ids[n % RIDES] ?? new ObjectId(),
    code: `RIDE-${n.toString().padStart(7, '0')}`,
    customer: `customer-${n % 500}`,
    state: 'open',
    version: 1,
    due: n,
    price_paise: 10_000 + (n % 50) * 100,
    pickup: { address: `${PLACES[n % 5] ?? ''}, Mumbai, Maharashtra`, lat: 19.1 + n / 1e6, lng: 72.85 },
    drop: { address: `${PLACES[(n + 2) % 5] ?? ''}, Mumbai, Maharashtra`, lat: 19.2, lng: 72.9 + n / 1e6 },
    quotes: [{ driver: `driver-${n % 90}`, price_paise: 12_000, status: 'active', at: new Date(1_760_000_000_000) }],
    note: 'Two bags and a child seat, please call from the gate.',
    made_at: new Date(1_760_000_000_000 + n * 1000),
  };
}

/** The indexes of the measured collection. */
export const INDEXES: readonly Document[] = [
  { key: { code: 1 }, name: 'code', unique: true },
  { key: { customer: 1, made_at: -1 }, name: 'customer' },
  { key: { state: 1, due: 1 }, name: 'queue' },
];

/** The fields that MongoDB's drivers add to every command. */
function common(): Document {
  return { lsid: { id: new UUID(randomBytes(16)) }, $db: 'bench' };
}

/** The operation of LMDB that is compared; `scan` reads `GROUPED` records. */
export type Bare = 'put' | 'insert' | 'get' | 'list' | 'scan';

/** One measured operation; `messages` prepares the messages of one client before the measurement. */
export type Operation = {
  name: string;
  bare: Bare;
  /** The goal: a maximum ratio, for every number of clients. */
  goal?: number;
  clients: readonly number[];
  messages: (client: number) => (n: number) => Buffer;
};

const PREPARED = 64;
/** The goal of a conditional update and of a read by `_id`. */
const GOAL = 1.6;
const ALL = [1, 16, 64];

/**
 * Messages that are prepared once and sent in turn. Each client uses its own documents, so that every condition
 * matches.
 */
function inTurn(make: (n: number) => Buffer): (n: number) => Buffer {
  const made = Array.from({ length: PREPARED }, (_, n) => make(n));
  return (n) => made[n % PREPARED] ?? make(n);
}

function own(client: number, n: number): number {
  return (client * PREPARED + n) % RIDES;
}

function find(filter: (n: number) => Document, more: Document = {}) {
  return (client: number) =>
    inTurn((n) => frame({ find: 'rides', filter: filter(own(client, n)), ...more, ...common() }));
}

/**
 * Changes documents from open to taken and back: two passes over the same documents, each with the state in its filter.
 */
function conditionalUpdate(client: number): (n: number) => Buffer {
  const half = PREPARED / 2;
  return inTurn((n) => {
    const [from, to] = n < half ? ['open', 'taken'] : ['taken', 'open'];
    const q = { _id: ids[own(client, n % half)], note_state: from };
    const u = { $set: { note_state: to, taken_by: `driver-${client}` }, $inc: { version: 1 } };
    return frame({ update: 'rides', ordered: true, ...common() }, { name: 'updates', documents: [{ q, u }] });
  });
}

/** Inserts with a unique `_id`: a counter is written to the last bytes of the `_id` in the prepared message. */
function insertOne(client: number): (n: number) => Buffer {
  const _id = new ObjectId();
  const document = { ...ride(client), _id };
  const bytes = frame({ insert: 'made', ordered: true, ...common() }, { name: 'documents', documents: [document] });
  const at = bytes.indexOf(Buffer.from(_id.id)) + 8;
  const start = randomBytes(3).readUIntBE(0, 3);
  return (n) => {
    bytes.writeUInt32BE((start * 64 + client + n * 64) >>> 0, at);
    return bytes;
  };
}

function claim(client: number): (n: number) => Buffer {
  return inTurn((n) =>
    frame({
      findAndModify: 'rides',
      query: { state: 'open' },
      sort: { due: 1 },
      update: { $inc: { due: RIDES }, $set: { claimed_by: `worker-${client}-${n}` } },
      new: true,
      ...common(),
    }),
  );
}

function group(): (n: number) => Buffer {
  const pipeline = [{ $group: { _id: '$customer', rides: { $sum: 1 }, paid: { $sum: '$price_paise' } } }];
  return inTurn(() => frame({ aggregate: 'grouped', pipeline, cursor: {}, ...common() }));
}

export const operations: readonly Operation[] = [
  { name: 'insert one, durable', bare: 'insert', clients: ALL, messages: insertOne },
  {
    name: 'find by id',
    bare: 'get',
    goal: GOAL,
    clients: ALL,
    messages: find((n) => ({ _id: ids[n] }), { limit: 1, singleBatch: true }),
  },
  {
    name: 'find by unique field',
    bare: 'get',
    clients: ALL,
    messages: find((n) => ({ code: `RIDE-${n.toString().padStart(7, '0')}` }), { limit: 1, singleBatch: true }),
  },
  {
    name: 'find 10 by index with sort',
    bare: 'list',
    clients: ALL,
    messages: find((n) => ({ customer: `customer-${n % 500}` }), { sort: { made_at: -1 }, limit: 10 }),
  },
  {
    name: 'conditional update, durable',
    bare: 'put',
    goal: GOAL,
    clients: ALL,
    messages: conditionalUpdate,
  },
  { name: 'claim from a queue, durable', bare: 'put', clients: ALL, messages: claim },
  { name: '$group over 100,000', bare: 'scan', clients: [1], messages: group },
];
