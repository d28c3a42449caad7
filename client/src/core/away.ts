import { create } from 'zustand';

/** Whether a read by REST got no answer from the server (none, or that of a proxy) and no call was answered since. */
export const useAway = create<{ isAway: boolean }>(() => ({ isAway: false }));
