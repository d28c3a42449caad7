import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { register } from 'tsx/esm/api';

// Copies the embedded store's data to a MongoDB or a folder, and back: npm run store:export -- --to MONGODB_URI, npm
// run store:import -- --from MONGODB_URI
register();
if (existsSync('.env')) process.loadEnvFile('.env');
const { runMove } = await import('../embedded-mongo/src/move/cli.ts');
const [direction, ...args] = process.argv.slice(2);
const dbPath = join(process.env.DATA_DIR || 'data', 'store');
const print = (line) => process.stderr.write(`${line}\n`);
process.exit(await runMove(direction === 'import' ? 'import' : 'export', args, { dbPath, print, database: 'boli' }));
