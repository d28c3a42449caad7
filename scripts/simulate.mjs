import { register } from 'tsx/esm/api';

// Simulates the people of the demo town over the public API: npm run simulate -- --customers 50 --drivers 20 --minutes 5
register();
await import('../demo/simulate.ts');
