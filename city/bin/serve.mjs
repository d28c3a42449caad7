#!/usr/bin/env node
// Serves one installed city: the program that the server starts as a child process.
import { runFresh } from '../../scripts/run-fresh.mjs';

await runFresh(new URL('../', import.meta.url), 'serve-command');
