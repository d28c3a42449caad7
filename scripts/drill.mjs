import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { register } from 'tsx/esm/api';

const HELP = `npm run drill               backs up this installation, restores the backup into a new folder, and checks the copy
  --in DIR      restores this backup instead: a folder that store:export or mongodump wrote
  --email EMAIL also signs in as this account; prompts for its password, or reads it from the first line of standard input
  --at DIR      makes the copy in this folder; by default in the system's folder for temporary files
  --keep        does not delete the copy; a server can use its folder data/ as DATA_DIR
The settings (environment or .env) name the installation, which may be running. The copy's server sends nothing to anybody.
`;

const text = { type: 'string' };
const flag = { type: 'boolean', default: false };
let values;
try {
  ({ values } = parseArgs({ options: { in: text, email: text, at: text, keep: flag, help: { ...flag, short: 'h' } } }));
} catch (error) {
  process.stderr.write(`${error.message}\n\n${HELP}`);
  process.exit(1);
}
if (values.help) {
  process.stdout.write(HELP);
} else {
  register();
  if (existsSync('.env')) process.loadEnvFile('.env');
  const { drill } = await import('./drill/drill.mjs');
  process.exitCode = (await drill(values, (line) => process.stdout.write(`${line}\n`))) ? 0 : 1;
}
