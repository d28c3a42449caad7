import { startTownProgram, type TownProgram } from '../town-program';

interface Ready {
  url: string;
  driver: string;
  customer: string;
  admin: string;
}

/** A running server of the measured town, with a token of each role. */
export type Town = Ready & Omit<TownProgram<Ready>, 'ready'>;

/**
 * Starts a server with this many open requests. It has the default rate limits or, to measure the cost of single calls,
 * `unlimited` ones. Rejects when the server ends before it serves.
 */
export async function startTown(open: number, limits: 'default' | 'unlimited'): Promise<Town> {
  const { ready, ...town } = await startTownProgram<Ready>(new URL('./town.ts', import.meta.url), {
    OPEN: String(open),
    // An empty setting counts as absent.
    RATE_CALLS: limits === 'unlimited' ? '1000000' : '',
  });
  return { ...ready, ...town };
}
