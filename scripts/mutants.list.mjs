import { bookingMutants } from './mutants.bookings.mjs';
import { inboxMutants } from './mutants.inbox.mjs';
import { ledgerMutants } from './mutants.ledger.mjs';
import { paymentMutants } from './mutants.payments.mjs';
import { promoMutants } from './mutants.promos.mjs';
import { realtimeMutants } from './mutants.realtime.mjs';
import { requestMutants } from './mutants.requests.mjs';

/** Every guard that is taken out once: `replace` is empty where it is not given; `test` is the file that has to fail, `only` a part of a test's name. */
export const mutants = [
  ...requestMutants,
  ...bookingMutants,
  ...realtimeMutants,
  ...paymentMutants,
  ...promoMutants,
  ...ledgerMutants,
  ...inboxMutants,
];
