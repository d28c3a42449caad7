import { useAway } from './away';
import { useOnline } from './network';
import { useConnection } from './socket';

/**
 * Whether the server is reachable, by socket or by HTTP: changes of money or of a status require it. False without a
 * network, even before the socket notices. After a failed read it becomes true with the next response or connection.
 */
export function useReachable(): boolean {
  const isOnline = useOnline();
  const connected = useConnection((connection) => connection.connected);
  const isAway = useAway((calls) => calls.isAway);
  return isOnline && (connected || !isAway);
}
