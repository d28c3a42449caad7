import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { recordAdminAction } from './admin-log/admin-log.service';
import type { UserDocument } from './auth/auth.model';
import { loggedAccount } from './auth/auth.presenter';
import { accountOf, createAdmin, listAdmins, setPassword } from './auth/operator.service';
import { askLine, readFirstLine } from './core/ask';
import { AppError } from './core/errors';
import { OperatorError } from './core/operator-error';
import { configure, readSettings, type Settings } from './settings';
import { withoutPassword } from './store/address';
import { connect, disconnect, ensureIndexes } from './store/connect';
import { openStore } from './store/open';

const HELP = `npm run admin -- create [--name NAME] [--email EMAIL]   makes an admin
npm run admin -- list                                  lists the admins
npm run admin -- reset-password EMAIL                  sets a password and ends every session of that account

At a terminal the command prompts for what is missing. Without a terminal the password is the first line of standard
input. If reset-password gets an empty password, it generates one and prints it. All commands work with or without a
running server.
`;

/** The actor of admin log entries that are made at the command line: no user is signed in there. */
const operator = { actor: null, request: null };
const isTerminal = process.stdin.isTTY === true;

interface Command {
  run: () => Promise<void>;
  /** True for a command that creates the store if none exists; every other command needs an existing store. */
  makesStore?: boolean;
}

/** Reads the command from the arguments; null when the help is requested. */
function readCommand(): Command | null {
  const { values, positionals } = readArguments();
  if (values.help) return null;
  const [command, ...rest] = positionals;
  const [email, ...more] = command === 'reset-password' ? rest : [undefined, ...rest];
  if (more.length > 0) throw new OperatorError(`There is one argument too many: ${more[0]}\n\n${HELP}`);
  switch (command) {
    case 'create':
      checkGiven(values);
      return { run: () => create(values), makesStore: true };
    case 'list':
      return { run: list };
    case 'reset-password':
      if (email === undefined) throw new OperatorError('Whose password? npm run admin -- reset-password EMAIL');
      return { run: () => resetPassword(email) };
    case 'help':
      return null;
    default:
      throw new OperatorError(HELP);
  }
}

function readArguments() {
  const options = {
    name: { type: 'string' },
    email: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  } as const;
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new OperatorError(`${error instanceof Error ? error.message : error}\n\n${HELP}`);
  }
}

interface Given {
  name?: string | undefined;
  email?: string | undefined;
}

/** Checks that everything is given if no terminal can prompt for it: one error names all missing arguments. */
function checkGiven({ name, email }: Given): void {
  const missing = [...(name === undefined ? ['--name'] : []), ...(email === undefined ? ['--email'] : [])];
  if (isTerminal || missing.length === 0) return;
  const have = missing.length > 1 ? 'have' : 'has';
  throw new OperatorError(`Without a terminal, ${missing.join(' and ')} ${have} to be given.`);
}

async function create(given: Given): Promise<void> {
  const name = given.name ?? (await askLine('Name: '));
  const email = given.email ?? (await askLine('Email: '));
  const password = await askPassword();
  const id = randomUUID();
  const admin = await recordAdminAction(
    operator,
    { action: 'account.changed', subject: { kind: 'account', id, name }, asked: { name, role: 'admin' } },
    async (changed) => {
      const made = await createAdmin({ id, name, email, password });
      changed(null, loggedAccount(made));
      return made;
    },
  );
  process.stdout.write(`${admin.email} is an admin now and can sign in.\n`);
}

async function list(): Promise<void> {
  const admins = await listAdmins();
  if (admins.length === 0) process.stdout.write('There is no admin yet: npm run admin -- create\n');
  for (const admin of admins) process.stdout.write(`${describe(admin)}\n`);
}

function describe({ email, name, created_at, suspension }: UserDocument): string {
  const state = suspension ? `  suspended: ${suspension.reason}` : '';
  return `${created_at.toISOString().slice(0, 10)}  ${email}  ${name}${state}`;
}

async function resetPassword(email: string): Promise<void> {
  const user = await accountOf(email).catch((error: unknown) => {
    throw error instanceof AppError ? new OperatorError(`Nobody is registered as ${email}.`) : error;
  });
  const given = isTerminal ? await askTwice('New password (leave empty to generate one): ') : await readFirstLine();
  const password = given || randomBytes(15).toString('base64url');
  await recordAdminAction(
    operator,
    {
      action: 'account.changed',
      subject: { kind: 'account', id: user._id, name: user.name },
      asked: { password: 'reset' },
    },
    async (changed) => changed(loggedAccount(user), loggedAccount(await setPassword(user, password))),
  );
  process.stdout.write(`The password of ${user.email} is changed and every session of the account has ended.\n`);
  if (!given) process.stdout.write(`The new password: ${password}\n`);
}

async function askPassword(): Promise<string> {
  return isTerminal ? askTwice('Password: ') : readFirstLine();
}

/** Prompts twice and compares, because the typed text is not shown. */
async function askTwice(question: string): Promise<string> {
  const first = await askLine(question, { hidden: true });
  if (first !== '' && first !== (await askLine('The same again: ', { hidden: true }))) {
    throw new OperatorError('The two are not the same.');
  }
  return first;
}

/** Prints which data the command works on. Throws if no data exist and the command does not create them. */
function nameStore({ MONGODB_URI, DATA_DIR }: Settings, { makesStore = false }: Command): void {
  if (MONGODB_URI) {
    process.stderr.write(`Database: ${withoutPassword(MONGODB_URI)}\n`);
    return;
  }
  const folder = resolve(DATA_DIR);
  if (!makesStore && !existsSync(resolve(folder, 'store'))) {
    throw new OperatorError(`There is no data in ${folder}. DATA_DIR names the folder that the server uses.`);
  }
  process.stderr.write(`Data folder: ${folder}\n`);
}

async function main(): Promise<void> {
  const command = readCommand();
  if (!command) {
    process.stdout.write(HELP);
    return;
  }
  if (existsSync('.env')) process.loadEnvFile('.env');
  const settings = readSettings(process.env);
  configure(settings);
  nameStore(settings, command);
  const store = await openStore(settings);
  try {
    await connect(store.uri);
    await ensureIndexes();
    await command.run();
  } finally {
    await disconnect();
    await store.close();
  }
}

main().catch((error: unknown) => {
  const isMeant = [AppError, OperatorError].some((kind) => error instanceof kind);
  const text = isMeant && error instanceof Error ? error.message : `The command failed: ${error}`;
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
});
