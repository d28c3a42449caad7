import type { QuoteRecord, RideDocument } from '../rides/rides.model';

declare module '../core/facts' {
  interface Facts {
    /** A quote as it is stored now, with the request that holds it. */
    'quote.changed': { ride: RideDocument; quote: QuoteRecord; change: 'created' | 'updated' | 'withdrawn' };
  }
}
