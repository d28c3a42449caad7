import { MAX_SOCKETS } from '@boli/shared/core/constants';
import { rooms } from '@boli/shared/realtime/rooms';
import { nodeId } from '../core/node-id';
import { domainEvents } from '../domain-events';
import { allSockets, isClustered, socketsIn } from './push';

/** How many sockets a user has at one node. */
export interface SocketCount {
  readonly userId: string;
  readonly sockets: number;
}

/** Changes within this time (ms) are sent to the other nodes together. */
const COLLECT_MS = 100;
/** A node that has sent nothing for this long (ms) counts as ended. */
const NODE_SILENT_MS = 30_000;

/** The users' sockets at the other nodes, by node; `receivedAt` by the monotonic clock (ms). */
const nodes = new Map<string, { counts: Map<string, number>; receivedAt: number }>();
/** The users whose number of sockets here has changed since the last message to the other nodes. */
let changed = new Set<string>();
let isListDue = false;
let isMessageDue = false;

const ownSockets = (userId: string): number => socketsIn(rooms.user(userId)).length;
const socketsAt = (node: string, userId: string): number => nodes.get(node)?.counts.get(userId) ?? 0;

/** Whether a user has the maximum number of sockets, counted over all nodes. */
export function hasAllSockets(userId: string): boolean {
  const elsewhere = [...nodes.keys()].reduce((sum, node) => sum + socketsAt(node, userId), 0);
  return ownSockets(userId) + elsewhere >= MAX_SOCKETS;
}

/**
 * Publishes to the other nodes that a socket of this user was opened or closed here. Does nothing if there are no other
 * nodes.
 */
export function noteSockets(userId: string): void {
  if (!isClustered()) return;
  changed.add(userId);
  publishSoon();
}

/** Publishes all sockets here to the other nodes: at the start, and when a node asks. */
export function listSockets(): void {
  if (!isClustered()) return;
  isListDue = true;
  publishSoon();
}

/** After an interruption: publishes all sockets here to the other nodes, and asks them for theirs. */
export function exchangeSockets(): void {
  listSockets();
  domainEvents.emit('presence.asked', {});
}

/** Publishes to the other nodes that this node is still running. */
export function confirmSockets(): void {
  domainEvents.emit('sockets.counted', { counts: [], isList: false });
}

function publishSoon(): void {
  if (isMessageDue) return;
  isMessageDue = true;
  setTimeout(publishCounts, COLLECT_MS).unref();
}

function publishCounts(): void {
  isMessageDue = false;
  const isList = isListDue;
  const users = isList ? new Set(allSockets().map(({ data }) => data.userId)) : changed;
  isListDue = false;
  changed = new Set();
  const counts = [...users].map((userId) => ({ userId, sockets: ownSockets(userId) }));
  domainEvents.emit('sockets.counted', { counts, isList });
}

/** Replaces what is known of the sockets at another node: of all users (`isList`), or of those in `counts`. */
export function setSocketsAt(
  node: string,
  { counts, isList }: { counts: readonly SocketCount[]; isList: boolean },
): void {
  const known = nodes.get(node);
  // The other node was unknown until now: the numbers of its other users are missing, so all nodes are asked for theirs.
  if (!known && !isList) domainEvents.emit('presence.asked', {});
  const kept = isList ? new Map<string, number>() : (known?.counts ?? new Map<string, number>());
  nodes.set(node, { counts: kept, receivedAt: performance.now() });
  for (const { userId, sockets } of counts) {
    if (sockets > 0) kept.set(userId, sockets);
    else kept.delete(userId);
    closeExcess(userId);
  }
}

/**
 * Closes the newest sockets of a user who has opened too many at several nodes at the same time. The nodes agree
 * without asking each other: nodes with a lower id keep their sockets.
 */
function closeExcess(userId: string): void {
  const before = [...nodes.keys()].filter((node) => node < nodeId);
  const left = MAX_SOCKETS - before.reduce((sum, node) => sum + socketsAt(node, userId), 0);
  const own = socketsIn(rooms.user(userId));
  for (const socket of own.slice(Math.max(0, left))) socket.conn.close();
}

/**
 * Forgets nodes that have ended; the hub calls it every few seconds. Unlike presence, it does so also while the link to
 * the other nodes is lost: sockets that have moved here from another node would otherwise count twice until its return.
 */
export function forgetSilentNodes(): void {
  for (const [node, { receivedAt }] of nodes) {
    if (performance.now() - receivedAt >= NODE_SILENT_MS) nodes.delete(node);
  }
}
