import { useAway } from './away';
import { useOnline } from './network';
import { useConnection } from './socket';

/**
 * Whether the server is reachable, by socket or by REST: what changes money or a status needs it. Without a network it
 * is not, even while the socket has not noticed yet. After a failed call it is again with the next answer or connection.
 */
export function useReachable(): boolean {
  const isOnline = useOnline();
  const connected = useConnection((connection) => connection.connected);
  const isAway = useAway((calls) => calls.isAway);
  return isOnline && (connected || !isAway);
}
