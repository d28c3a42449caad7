import { register } from 'tsx/esm/api';

// Runs the benchmarks: npm run bench -- [benchmark …] [--help]
register();
await import('../bench/run.ts');
