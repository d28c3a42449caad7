import type { endpointsByNoun } from '@boli/shared/endpoints';
import type { ClientMessage } from '@boli/shared/realtime/events';
import type { Fixtures } from './fixtures';

/**
 * Who calls. The customer owns the thing asked for, its driver has quoted on it or drives it; the losing driver has quoted
 * on it, too, and is never chosen; the others have nothing to do with it.
 */
export const callers = [
  'no one',
  'customer',
  'other customer',
  'its driver',
  'other driver',
  'admin',
  'losing driver',
  'driver without profile',
  'rejected driver',
] as const;
export type Caller = (typeof callers)[number];
export type Person = Exclude<Caller, 'no one'>;

/**
 * What a caller gets: a status, or `own`: a success that shows what is the caller's and not the thing asked about. Where
 * an answer carries the thing, every other success must show it. 409: a party of the thing who may not do it now.
 */
export type Cell = 200 | 201 | 204 | 400 | 401 | 403 | 404 | 409 | 'own';
/** One cell a caller, in the order of `callers`. */
export type Cells = readonly [Cell, Cell, Cell, Cell, Cell, Cell];
/** The other drivers, where they get something else than the one who has nothing to do with the thing. */
export type DriverCells = Partial<Record<'losing driver' | 'driver without profile' | 'rejected driver', Cell>>;

interface Celled {
  readonly cells: Cells;
  readonly drivers?: DriverCells;
}

/** What this caller is to get. */
export function cellOf({ cells, drivers = {} }: Celled, caller: Caller): Cell {
  const special = Object.entries(drivers).find(([name]) => name === caller)?.[1];
  return special ?? cells[callers.indexOf(caller)] ?? cells[callers.indexOf('other driver')] ?? 404;
}

type Endpoints = typeof endpointsByNoun;
export type EndpointName = { [N in keyof Endpoints]: `${N}.${keyof Endpoints[N] & string}` }[keyof Endpoints];

/** One valid call on a thing in the right state; only who calls differs. */
export interface Asked {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  form?: FormData;
  /** Sent as it is, with its headers, instead of `body`. */
  raw?: { bytes: string; headers: Record<string, string> };
  /** A text that stands in the answer exactly when the caller is shown the thing. */
  thing?: string;
  /** Another account of the caller's kind, where the call would use the caller up. */
  token?: string | undefined;
}

export interface CallRow {
  readonly call: EndpointName;
  /** The state of the thing, where it makes a difference. */
  readonly when?: string;
  readonly cells: Cells;
  readonly drivers?: DriverCells;
  readonly ask: (fixtures: Fixtures, caller: Caller) => Promise<Asked>;
}

export interface MessageRow {
  readonly message: ClientMessage;
  readonly when?: string;
  readonly cells: Cells;
  readonly drivers?: DriverCells;
  readonly ask: (fixtures: Fixtures) => Promise<{ payload?: object; thing?: string }>;
}

/** Lists of cells that many rows have in common. */
export const everybody = (status: 200 | 201 | 204): Cells => [status, status, status, status, status, status];
/** Allowed for everybody who is signed in. */
export const signedIn = (status: 200 | 201 | 204): Cells => [401, status, status, status, status, status];
/** Allowed for customers. */
export const customers = (status: 200 | 201): Cells => [401, status, status, 403, 403, 403];
/** Allowed for drivers. */
export const drivers = (status: 200 | 201): Cells => [401, 403, 403, status, status, 403];
/** Allowed for admins. */
export const admins = (status: 200 | 201): Cells => [401, 403, 403, 403, 403, status];
/** Its two sides and admins may look; for everybody else it is not there. */
export const readers: Cells = [401, 200, 404, 200, 404, 200];
/** Either side may do it, an admin may not. */
export const parties: Cells = [401, 200, 404, 200, 404, 403];
/** Allowed for the customer whom the object belongs to; 404 for another one. */
export const itsCustomer = (status: 200 | 201): Cells => [401, status, 404, 403, 403, 403];
export const itsDriver: Cells = [401, 403, 403, 200, 404, 403];
/** Who may not look at requests is refused with the reason before anything else. */
export const mayNotLook: DriverCells = { 'driver without profile': 403, 'rejected driver': 403 };
