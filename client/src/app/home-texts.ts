import { addEnglish } from '@boli/shared/core/messages';
import { bids } from '@boli/shared/messages/en/bids';
import { bookings } from '@boli/shared/messages/en/bookings';
import { jurisdictions } from '@boli/shared/messages/en/jurisdictions';
import { payments } from '@boli/shared/messages/en/payments';
import { push } from '@boli/shared/messages/en/push';
import { ratings } from '@boli/shared/messages/en/ratings';
import { receipts } from '@boli/shared/messages/en/receipts';
import { trip } from '@boli/shared/messages/en/trip';

/**
 * Adds the English texts that are shown only after sign-in, which the sign-in page does not load (`vite.config.ts`).
 */
export function addHomeTexts(): void {
  addEnglish({
    ...bids,
    ...bookings,
    ...jurisdictions,
    ...payments,
    ...push,
    ...ratings,
    ...receipts,
    ...trip,
  });
}
