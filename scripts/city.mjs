// Makes, lists and removes cities: npm run city -- --help
import { runFresh } from './run-fresh.mjs';

await runFresh(new URL('../city/', import.meta.url), 'city-command');
