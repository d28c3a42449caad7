import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { clock } from './clock';
import { reconciler } from './reconcile';

interface Parcel {
  _id: string;
  version: number;
  follow_up: Date | null;
}

let parcel: Parcel;
let log: string[];
let failing: string | null;
let meanwhile: (() => void) | null;

const collection = {
  name: 'parcels',
  steps: ['weigh', 'emit'],
  read: async (id: string) => (id === parcel._id ? { ...parcel } : null),
  clear: async (_id: string, version: number) => {
    if (parcel.version === version) parcel.follow_up = null;
  },
  marks: async () => (parcel.follow_up ? [{ id: parcel._id, at: parcel.follow_up }] : []),
} as const;
const parcels = reconciler(collection);
const logged = (name: string) => async () => {
  if (failing === name) throw new Error(`${name} fails`);
  log.push(name);
  meanwhile?.();
};
// The functions are given in another order than that of `steps`; they run in the order of `steps`.
parcels.implement({ emit: logged('emit'), weigh: logged('weigh') });

beforeEach(() => {
  parcel = { _id: 'p', version: 3, follow_up: clock.now() };
  log = [];
  failing = null;
  meanwhile = null;
});
afterEach(() => clock.setOffset(0));

test('reconcile steps run in their declared order, and then the mark is removed', async () => {
  await parcels.reconcile('p');
  expect(log).toEqual(['weigh', 'emit']);
  expect(parcel.follow_up).toBeNull();
});

test('a failing step prevents the steps after it and leaves the mark, and `reconcile` does not reject', async () => {
  failing = 'weigh';
  await parcels.reconcile('p');
  expect(log).toEqual([]);
  expect(parcel.follow_up).not.toBeNull();
});

test('without registered steps nothing is marked as done', async () => {
  await reconciler(collection).reconcile('p');
  expect(log).toEqual([]);
  expect(parcel.follow_up).not.toBeNull();
});

test('`retryAbandoned` reconciles a document only once its mark is older than five seconds', async () => {
  await parcels.retryAbandoned();
  expect(log).toEqual([]);
  clock.setOffset(5_100);
  await parcels.retryAbandoned();
  expect(log).toEqual(['weigh', 'emit']);
  await parcels.retryAbandoned();
  expect(log).toHaveLength(2);
});

test('`retryAbandoned` begins no further document once the process stops or has lost its lease', async () => {
  clock.setOffset(6_000);
  await parcels.retryAbandoned(() => false);
  expect(log).toEqual([]);
  await parcels.retryAbandoned(() => true);
  expect(log).toEqual(['weigh', 'emit']);
});

test('a change made while the steps run keeps its own mark', async () => {
  meanwhile = () => {
    parcel.version = 4;
  };
  await parcels.reconcile('p');
  expect(parcel.follow_up).not.toBeNull();
});

test('no step runs for a deleted document', async () => {
  await parcels.reconcile('nobody');
  expect(log).toEqual([]);
});

test('`retryFailed` repeats a failed step until it has succeeded, whatever the age of its mark', async () => {
  failing = 'emit';
  await parcels.reconcile('p');
  failing = null;
  log = [];
  await parcels.retryFailed();
  expect(log).toEqual(['weigh', 'emit']);
  await parcels.retryFailed();
  expect(log).toEqual(['weigh', 'emit']);
});
