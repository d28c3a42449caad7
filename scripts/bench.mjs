import { register } from 'tsx/esm/api';

// Runs the benchmarks, each with its baseline in the same run: npm run bench -- [figure …] [--help]
register();
await import('../bench/run.ts');
