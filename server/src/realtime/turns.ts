import type { HubSocket } from './push';

const turns = new WeakMap<HubSocket, Map<string, Promise<unknown>>>();

/**
 * One after the other for each socket and subject, in the order in which they were asked for: who leaves while a watch is
 * still being checked does not stay in its room, and of two areas the later one holds.
 */
export function inTurn<T>(socket: HubSocket, subject: string, run: () => Promise<T>): Promise<T> {
  const ofSocket = turns.get(socket) ?? new Map<string, Promise<unknown>>();
  turns.set(socket, ofSocket);
  const turn = (ofSocket.get(subject) ?? Promise.resolve()).then(run, run);
  const forget = () => {
    if (ofSocket.get(subject) === turn) ofSocket.delete(subject);
  };
  ofSocket.set(subject, turn);
  turn.then(forget, forget);
  return turn;
}
