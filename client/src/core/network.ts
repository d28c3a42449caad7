/** The speeds that browsers call slower than 3G. */
const SLOW = ['slow-2g', '2g'];

/**
 * Whether large files are loaded only on request: the user saves data, or the network is 2G. False in browsers that do not
 * report it.
 */
export function savesData(): boolean {
  const connection: unknown = 'connection' in navigator ? navigator.connection : null;
  if (typeof connection !== 'object' || connection === null) return false;
  if ('saveData' in connection && connection.saveData === true) return true;
  return 'effectiveType' in connection && SLOW.includes(String(connection.effectiveType));
}
