import { register } from 'tsx/esm/api';

// Measures the figures and their baselines in the same run: npm run bench -- [figure …] [--help]
register();
await import('../bench/run.ts');
