import { useEffect } from 'react';
import { createUserStore } from '../../../core/mirror';
import { useNow } from '../../../core/time';

/** The maximum time for which the screen says that a request is open again, in milliseconds. */
const MOST_MS = 2 * 60_000;
const CHECK_EVERY_MS = 5_000;

interface Opening {
  /** When this device learned that the request is open again (epoch ms). */
  since: number;
  /** The ids of the quotes that the request had at that time. */
  known: readonly string[];
  isOver: boolean;
}

/**
 * The openings, by ride request and the number of its bookings without a ride. They are kept while other screens are
 * shown.
 */
const useOpenings = createUserStore<{ byRide: Readonly<Record<string, Opening>> }>({ byRide: {} });

interface OpenAgainInput {
  rideId: string;
  /** How many bookings of the request have ended without a ride. */
  reopenings: number;
  quoteIds: readonly string[];
  /** Whether the request is open and its quotes are loaded. The event of the ended booking comes before both. */
  isReady: boolean;
}

/** Whether to say that a request is open again: until a new quote or the user's dismissal, for two minutes at most. */
export function useOpenAgain({ rideId, reopenings, quoteIds, isReady }: OpenAgainInput) {
  const key = `${rideId} ${reopenings}`;
  const opening = useOpenings(({ byRide }) => byRide[key]);
  const now = useNow(CHECK_EVERY_MS);
  const set = (to: Opening) => useOpenings.setState(({ byRide }) => ({ byRide: { ...byRide, [key]: to } }));
  const hasNew = opening !== undefined && quoteIds.some((id) => !opening.known.includes(id));
  useEffect(() => {
    if (reopenings === 0 || !isReady) return;
    if (!opening) set({ since: Date.now(), known: quoteIds, isOver: false });
    else if (hasNew && !opening.isOver) set({ ...opening, isOver: true });
  });
  return {
    isShown: opening !== undefined && !opening.isOver && !hasNew && now - opening.since < MOST_MS,
    close: () => opening && set({ ...opening, isOver: true }),
  };
}
