import type { Proof } from '../core/lost-reply';

/** A proof that is never found, for screens whose responses are not lost. */
export const noProof = (): Proof<never> => ({
  find: () => undefined,
  subscribe: () => () => undefined,
  read: async () => undefined,
});
