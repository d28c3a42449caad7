import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { register } from 'tsx/esm/api';

// Copies the embedded store's data and the uploaded files to a MongoDB or a folder, and back:
// npm run store:export -- --to MONGODB_URI, npm run store:import -- --from MONGODB_URI
register();
if (existsSync('.env')) process.loadEnvFile('.env');
const { runMove } = await import('../embedded-mongo/src/move/cli.ts');
const { copyUploads } = await import('../server/src/uploads/store-move.ts');
const [direction, ...args] = process.argv.slice(2);
const dbPath = join(process.env.DATA_DIR || 'data', 'store');
const print = (line) => process.stderr.write(`${line}\n`);
const uploadsUri = process.env.UPLOADS_URI;
const alongside = (move) => copyUploads({ ...move, uploadsUri });
const environment = { dbPath, print, database: 'boli', alongside };
process.exit(await runMove(direction === 'import' ? 'import' : 'export', args, environment));
