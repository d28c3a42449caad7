#!/usr/bin/env node
// Replaces mongod in tools that start one for tests: accepts mongod's flags, and writes to a disposable data folder.
if (!process.argv.includes('--durability')) process.argv.push('--durability', 'memory');
await import('./store.mjs');
