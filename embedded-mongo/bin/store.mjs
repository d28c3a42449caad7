#!/usr/bin/env node
// Runs the store in this process.
import { runFresh } from '../../scripts/run-fresh.mjs';

await runFresh(new URL('../', import.meta.url), 'cli');
