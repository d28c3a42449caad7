import { register } from 'tsx/esm/api';

// The demo town, lived over the public API: npm run simulate -- --customers 50 --drivers 20 --minutes 5
register();
await import('../demo/simulate.ts');
