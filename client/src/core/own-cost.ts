import { createUserStore } from './mirror';

/** What a kilometre costs the signed-in driver, in rupees; null if the profile has no cost. */
export const useOwnCost = createUserStore<{ perKm: number | null }>({ perKm: null });
