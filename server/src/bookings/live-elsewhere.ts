import { randomUUID } from 'node:crypto';
import type { ArrivalRoute, Eta } from '@boli/shared/arrival/arrival.schema';
import { type BookingStatus, isTracked } from '@boli/shared/bookings/bookings.state';
import { BoundedMap } from '@boli/shared/core/bounded-map';
import type { Position } from '@boli/shared/tracking/tracking.schema';
import { arrivalRouteOf, etaOf } from '../arrival/arrival.service';
import { nodeId } from '../core/node-id';
import { pendingAnswers } from '../core/pending-answers';
import { redisState } from '../core/redis';
import { domainEvents } from '../domain-events';
import { heldBookings, isReceived, latestPosition } from '../tracking/positions.memory';
import { receiverOf } from '../tracking/receivers';
import type { BookingDocument } from './bookings.model';

/**
 * The live data of a booking, which only the node that receives its positions holds. `route` is null unless it was
 * requested.
 */
export interface Live {
  readonly bookingId: string;
  readonly position: Position | null;
  readonly eta: Eta | null;
  readonly route: ArrivalRoute | null;
}

/** A booking in a question to another node; its status decides which eta and route are meant. */
export interface AskedBooking {
  readonly bookingId: string;
  readonly status: BookingStatus;
}

/** A question to the node `to`. */
export interface LiveQuestion {
  readonly id: string;
  readonly to: string;
  readonly bookings: readonly AskedBooking[];
  readonly withRoutes: boolean;
}

/** A call waits at most this long for the answer of another node (ms). */
const ANSWER_WITHIN_MS = 100;
/** A node that has not answered in time gets no other question for this long (ms). */
const NOT_ASKED_MS = 2_000;
const MAX_ANSWERED = 20_000;

/** For each node that did not answer in time: until when it gets no other question (ms of the monotonic clock). */
const silentUntil = new Map<string, number>();
const answers = pendingAnswers<readonly Live[]>(ANSWER_WITHIN_MS);
/** The last position of each booking in an answer of another node, also after the booking has ended. */
const lastAnswered = new BoundedMap<string, Position>(MAX_ANSWERED);

/** Tells the other nodes for which bookings this node receives the positions. */
export function listReceived(): void {
  const received = [...heldBookings()].filter(isReceived);
  if (received.length > 0)
    domainEvents.emit('positions.listed', { bookings: received.map(({ bookingId }) => bookingId) });
}

/**
 * Requests the newest position, the eta and, if wanted, the route of these bookings from the nodes that receive their
 * positions. Sends one question to each node; a node that does not answer within 100 ms is left out. A booking is left
 * out if this process receives its positions, or if no process does. So is an answer that is older than what this process
 * has in memory: the answering node has not learnt yet that it no longer receives the positions.
 */
export async function liveElsewhere(
  rows: readonly { _id: string; status: BookingStatus }[],
  withRoutes = false,
): Promise<ReadonlyMap<string, Live>> {
  if (redisState() === 'lost') return new Map();
  const byNode = new Map<string, AskedBooking[]>();
  for (const { _id, status } of rows) {
    const node = receiverOf(_id);
    if (node === undefined || !isTracked(status) || (silentUntil.get(node) ?? 0) > performance.now()) continue;
    const asked = byNode.get(node) ?? [];
    byNode.set(node, asked);
    asked.push({ bookingId: _id, status });
  }
  const lists = await Promise.all([...byNode].map(([to, bookings]) => ask({ to, bookings, withRoutes })));
  return new Map(lists.flat().flatMap((live) => (isOutdated(live) ? [] : [[live.bookingId, live] as const])));
}

function isOutdated({ bookingId, position }: Live): boolean {
  const own = latestPosition(bookingId);
  return own !== null && own.seq > (position?.seq ?? 0);
}

async function ask(question: Omit<LiveQuestion, 'id'>): Promise<readonly Live[]> {
  const id = randomUUID();
  const answer = answers.wait(id);
  domainEvents.emit('live.asked', { id, ...question });
  const rows = await answer;
  if (rows === null) silentUntil.set(question.to, performance.now() + NOT_ASKED_MS);
  return rows ?? [];
}

/** Answers a question of another node if the question is addressed to this node. */
export function answerLive({ id, to, bookings, withRoutes }: LiveQuestion): void {
  if (to !== nodeId) return;
  const rows = bookings.map(({ bookingId, status }) => ({
    bookingId,
    position: latestPosition(bookingId),
    eta: etaOf(bookingId, status),
    route: withRoutes ? arrivalRouteOf(bookingId, status) : null,
  }));
  domainEvents.emit('live.answered', { id, rows });
}

/**
 * Accepts another node's answer. Its positions are kept; the rest of a late answer, or of one to another node, is
 * ignored.
 */
export function takeLive(id: string, rows: readonly Live[]): void {
  for (const { bookingId, position } of rows) {
    if (position && position.seq > (lastAnswered.get(bookingId)?.seq ?? 0)) lastAnswered.set(bookingId, position);
  }
  answers.answer(id, rows);
}

/**
 * The newest of the position in the memory of this node, the one that the receiving node answers now, and the last one
 * that any node has answered; null if the stored one is newer than all. Positions reach the database a second later than
 * memory, so the stored one alone could be older than an answer that was shown before.
 */
export function newestPosition({ _id, driver_location_seq: storedSeq }: BookingDocument, live?: Live): Position | null {
  const known = [latestPosition(_id, storedSeq ?? 0), live?.position, lastAnswered.get(_id)];
  let newest: Position | null = null;
  for (const position of known) {
    if (position && position.seq >= (newest?.seq ?? storedSeq ?? 0)) newest = position;
  }
  return newest;
}
