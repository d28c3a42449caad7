import { register } from 'tsx/esm/api';

// Measures next to baselines in the same run: npm run bench -- [figure …] [--help]
register();
await import('../bench/run.ts');
