import { startTownProgram, type TownProgram } from '../town-program';
import type { Role } from './calls';

interface Ready {
  url: string;
  tokens: Record<Role, string>;
}

/** A running server of the measured city, with a token of each role. */
export type City = Ready & Omit<TownProgram<Ready>, 'ready'>;

/** Starts a server with this many past bookings. Rejects when it ends before it serves. */
export async function startCity(bookings: number): Promise<City> {
  const source = new URL('./city.ts', import.meta.url);
  const { ready, ...city } = await startTownProgram<Ready>(source, { BOOKINGS: String(bookings) });
  return { ...ready, ...city };
}
