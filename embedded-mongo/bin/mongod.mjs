#!/usr/bin/env node
// Replaces mongod in tools that start it for tests: accepts mongod's flags, and acknowledges a write before it is on the
// disk, because the data is disposable.
if (!process.argv.includes('--durability')) process.argv.push('--durability', 'memory');
await import('./store.mjs');
