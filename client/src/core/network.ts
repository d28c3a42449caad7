import { useSyncExternalStore } from 'react';

/** The speeds that browsers call slower than 3G. */
const SLOW = ['slow-2g', '2g'];

/**
 * Whether large files are loaded only on request: the user saves data, or the network is 2G. False in browsers that do
 * not report it.
 */
export function savesData(): boolean {
  const connection: unknown = 'connection' in navigator ? navigator.connection : null;
  if (typeof connection !== 'object' || connection === null) return false;
  if ('saveData' in connection && connection.saveData === true) return true;
  return 'effectiveType' in connection && SLOW.includes(String(connection.effectiveType));
}

function onNetworkChange(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

/** Whether the browser has a network. With false it surely has none; with true the server may still be out of reach. */
export function useOnline(): boolean {
  return useSyncExternalStore(onNetworkChange, () => navigator.onLine);
}
