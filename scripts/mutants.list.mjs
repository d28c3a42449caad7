import { accountMutants } from './mutants.accounts.mjs';
import { arrivalMutants } from './mutants.arrival.mjs';
import { bookingMutants } from './mutants.bookings.mjs';
import { claimMutants } from './mutants.claims.mjs';
import { drivenMutants } from './mutants.driven.mjs';
import { embeddedStoreMutants } from './mutants.embedded-store.mjs';
import { inboxMutants } from './mutants.inbox.mjs';
import { interruptionMutants } from './mutants.interruptions.mjs';
import { ledgerMutants } from './mutants.ledger.mjs';
import { loadMutants } from './mutants.load.mjs';
import { paymentMutants } from './mutants.payments.mjs';
import { promoMutants } from './mutants.promos.mjs';
import { realtimeMutants } from './mutants.realtime.mjs';
import { requestMutants } from './mutants.requests.mjs';
import { roadMutants } from './mutants.roads.mjs';
import { sessionMutants } from './mutants.sessions.mjs';
import { storeMutants } from './mutants.store.mjs';
import { uploadMutants } from './mutants.uploads.mjs';

/** Every guard that is taken out once: `replace` is empty where it is not given; `test` is the file that has to fail, `only` a part of a test's name. */
export const mutants = [
  ...requestMutants,
  ...roadMutants,
  ...bookingMutants,
  ...realtimeMutants,
  ...arrivalMutants,
  ...paymentMutants,
  ...claimMutants,
  ...drivenMutants,
  ...promoMutants,
  ...ledgerMutants,
  ...inboxMutants,
  ...interruptionMutants,
  ...loadMutants,
  ...accountMutants,
  ...sessionMutants,
  ...uploadMutants,
  ...storeMutants,
  ...embeddedStoreMutants,
];
