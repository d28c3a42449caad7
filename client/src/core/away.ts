import { create } from 'zustand';

/**
 * Whether an HTTP read did not reach the server (no response, or only a proxy's) and no request has reached it since.
 */
export const useAway = create<{ isAway: boolean }>(() => ({ isAway: false }));
