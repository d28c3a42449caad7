import type { endpointsByNoun } from '@boli/shared/endpoints';
import type { ClientMessage } from '@boli/shared/realtime/events';
import type { Fixtures } from './fixtures';

/**
 * The callers. The customer owns the object, its driver has quoted on it or drives it; the losing driver has quoted on
 * it too, and is never chosen; the others have no relation to it.
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
 * The expected result of a caller: a status, or `own`: a success that contains the caller's data and not the object. In
 * a row with a `thing`, every success other than `own` contains the object. 409: the caller is a party of the object,
 * which is in another state than the call requires.
 */
export type Cell = 200 | 201 | 204 | 400 | 401 | 403 | 404 | 409 | 'own';
/** One cell for each of the first six callers, in the order of `callers`. */
export type Cells = readonly [Cell, Cell, Cell, Cell, Cell, Cell];
/** The cells of the other callers, if they differ from that of `other driver`. */
export type DriverCells = Partial<Record<'losing driver' | 'driver without profile' | 'rejected driver', Cell>>;

interface Celled {
  readonly cells: Cells;
  readonly drivers?: DriverCells;
}

/** The expected result of this caller. */
export function cellOf({ cells, drivers = {} }: Celled, caller: Caller): Cell {
  const special = Object.entries(drivers).find(([name]) => name === caller)?.[1];
  return special ?? cells[callers.indexOf(caller)] ?? cells[callers.indexOf('other driver')] ?? 404;
}

type Endpoints = typeof endpointsByNoun;
export type EndpointName = { [N in keyof Endpoints]: `${N}.${keyof Endpoints[N] & string}` }[keyof Endpoints];

/**
 * The call of a row, on an object in the state that the row names. The calls of two callers differ only in what belongs
 * to the caller.
 */
export interface Asked {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  form?: FormData;
  /** Sent unchanged, with its headers, instead of `body`. */
  raw?: { bytes: string; headers: Record<string, string> };
  /** A text that is in the answer exactly when the caller may see the object. */
  thing?: string;
  /**
   * The token of another account of the same role, for a call after which the account of the caller could not be used
   * any more.
   */
  token?: string | undefined;
}

export interface CallRow {
  readonly call: EndpointName;
  /** The state of the object, if the result depends on it. */
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

/** Allowed for everybody. */
export const everybody = (status: 200 | 201 | 204): Cells => [status, status, status, status, status, status];
/** Allowed for everybody who is signed in. */
export const signedIn = (status: 200 | 201 | 204): Cells => [401, status, status, status, status, status];
/** Allowed for customers. */
export const customers = (status: 200 | 201): Cells => [401, status, status, 403, 403, 403];
/** Allowed for drivers. */
export const drivers = (status: 200 | 201): Cells => [401, 403, 403, status, status, 403];
/** Allowed for admins. */
export const admins = (status: 200 | 201): Cells => [401, 403, 403, 403, 403, status];
/** Allowed for both parties and admins; 404 for everybody else. */
export const readers: Cells = [401, 200, 404, 200, 404, 200];
/** Allowed for both parties, not for an admin. */
export const parties: Cells = [401, 200, 404, 200, 404, 403];
/** Allowed for the customer to whom the object belongs; 404 for another customer. */
export const itsCustomer = (status: 200 | 201): Cells => [401, status, 404, 403, 403, 403];
export const itsDriver: Cells = [401, 403, 403, 200, 404, 403];
/** A driver who may not see requests is refused with the reason before any other check. */
export const mayNotSeeRequests: DriverCells = { 'driver without profile': 403, 'rejected driver': 403 };
