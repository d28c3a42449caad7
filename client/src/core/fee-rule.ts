import { WITH_PASS } from '@boli/shared/core/money';
import { type FeeRule, type Pricing, presentFeeRule } from '@boli/shared/pricing/pricing.schema';
import { useEffect } from 'react';
import { create } from 'zustand';
import { useConfig } from './config';
import { createUserStore } from './mirror';
import { useServerTime } from './server-time';

/** The pricing model that this client has read last: shown until a newer one is read. */
export const useKnownPricing = create<{ pricing: Pricing | null }>(() => ({ pricing: null }));

/** Until when the signed-in driver has a pass; null without one. */
export const usePass = createUserStore<{ until: string | null }>({ until: null });

/** The operator's pricing model; null until it is read. */
export function usePricing(): Pricing | null {
  const read = useConfig()?.pricing;
  const known = useKnownPricing(({ pricing }) => pricing);
  useEffect(() => {
    if (read) useKnownPricing.setState({ pricing: read });
  }, [read]);
  return read ?? known;
}

/** Until when the driver's pass is valid; null if the driver has none that is valid now, by the server's clock. */
export function useValidPass(): string | null {
  const until = usePass((pass) => pass.until);
  const isValid = useServerTime((now) => until !== null && Date.parse(until) > now);
  return isValid ? until : null;
}

/** The fee rule of a booking that is made with this driver now; null until it is read, unless the driver has a pass. */
export function useFeeRule(): FeeRule | null {
  const pricing = usePricing();
  const pass = useValidPass();
  if (pass === null) return pricing?.fee_rule ?? null;
  const { driver_percent, levies } = pricing?.fee_rule ?? {};
  return {
    ...presentFeeRule(WITH_PASS),
    ...(driver_percent !== undefined && { driver_percent }),
    ...(levies && { levies }),
  };
}
