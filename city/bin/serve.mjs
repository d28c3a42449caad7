#!/usr/bin/env node
// The program that the server starts as a child process; it serves one installed city.
import { runFresh } from '../../scripts/run-fresh.mjs';

await runFresh(new URL('../', import.meta.url), 'serve-command');
