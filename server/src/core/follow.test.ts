import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { clock } from './clock';
import { facts } from './facts';
import { followers, sweep } from './follow';

interface Parcel {
  _id: string;
  version: number;
  follow_up: Date | null;
}

let parcel: Parcel;
let log: string[];
let failing: string | null;
let meanwhile: (() => void) | null;

const parcels = followers<Parcel>({
  name: 'parcels',
  order: ['weigh', 'tell'],
  read: async (id) => (id === parcel._id ? { ...parcel } : null),
  clear: async (_id, version) => {
    if (parcel.version === version) parcel.follow_up = null;
  },
  marks: async () => (parcel.follow_up ? [{ id: parcel._id, at: parcel.follow_up }] : []),
});
const note = (name: string) => async () => {
  if (failing === name) throw new Error(`${name} fails`);
  log.push(name);
  meanwhile?.();
};
// Registered in another order than they run.
parcels.on('tell', note('tell'));
parcels.on('weigh', note('weigh'));

beforeEach(() => {
  parcel = { _id: 'p', version: 3, follow_up: clock.now() };
  log = [];
  failing = null;
  meanwhile = null;
});
afterEach(() => clock.setOffset(0));

test('followers run in their fixed order and then the mark is taken away', async () => {
  await parcels.follow('p');
  expect(log).toEqual(['weigh', 'tell']);
  expect(parcel.follow_up).toBeNull();
});

test('a failing one stops those after it, leaves the mark and does not reject', async () => {
  failing = 'weigh';
  await parcels.follow('p');
  expect(log).toEqual([]);
  expect(parcel.follow_up).not.toBeNull();
});

test('the sweep repeats what is older than five seconds, and only that', async () => {
  await sweep();
  expect(log).toEqual([]);
  clock.setOffset(5_100);
  await sweep();
  expect(log).toEqual(['weigh', 'tell']);
  await sweep();
  expect(log).toHaveLength(2);
});

test('a change that comes while followers run keeps its own mark', async () => {
  meanwhile = () => {
    parcel.version = 4;
  };
  await parcels.follow('p');
  expect(parcel.follow_up).not.toBeNull();
});

test('a document that is gone has no consequences', async () => {
  await parcels.follow('nobody');
  expect(log).toEqual([]);
});

test('a follower without a place in the order is a mistake', () => {
  expect(() => parcels.on('sell', async () => undefined)).toThrow('no place');
});

test('what fails while the database is away is finished as soon as it is back, before any sweep', async () => {
  failing = 'tell';
  await parcels.follow('p');
  failing = null;
  log = [];
  facts.tell('database.restored', { reasons: ['silence'] });
  while (parcel.follow_up !== null) await new Promise((resolve) => setImmediate(resolve));
  expect(log).toEqual(['weigh', 'tell']);
  facts.tell('database.restored', { reasons: ['silence'] });
  await new Promise((resolve) => setImmediate(resolve));
  expect(log).toEqual(['weigh', 'tell']);
});
