// Runs the embedded store alone: npm run store -- --port N --dbpath DIR
await import('../embedded-mongo/bin/store.mjs');
