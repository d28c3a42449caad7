import { register } from 'tsx/esm/api';

// Creates a demo town in the data folder (or at MONGODB_URI): npm run seed -- [--add]
register();
await import('../demo/seed.ts');
