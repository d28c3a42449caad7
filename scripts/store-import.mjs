import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { register } from 'tsx/esm/api';

// Copies the embedded store's data from a MongoDB or a folder: npm run store:import -- --from MONGODB_URI
register();
if (existsSync('.env')) process.loadEnvFile('.env');
const { runMove } = await import('../embedded-mongo/src/move/cli.ts');
const dbPath = join(process.env.DATA_DIR || 'data', 'store');
const tell = (line) => process.stderr.write(`${line}\n`);
process.exit(await runMove('import', process.argv.slice(2), { dbPath, tell }));
