#!/usr/bin/env node
// Stands in for mongod where a tool starts one for tests: mongod's flags, and a data folder nobody keeps.
if (!process.argv.includes('--durability')) process.argv.push('--durability', 'memory');
await import('./store.mjs');
