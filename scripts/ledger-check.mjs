import { register } from 'tsx/esm/api';

// Proves that the books balance and are those of the bookings, or prints what differs and exits with 1.
register();
await import('../server/src/ledger-check.ts');
