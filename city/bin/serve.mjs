#!/usr/bin/env node
// Serves one installed city: what the server starts as a process of its own.
import { runFresh } from '../../scripts/run-fresh.mjs';

await runFresh(new URL('../', import.meta.url), 'serve-command');
