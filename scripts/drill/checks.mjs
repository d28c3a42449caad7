import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { fileAddress } from '../../server/src/uploads/addresses.ts';
import { documentNames } from '../../shared/src/drivers/drivers.schema.ts';
import { DrillFailed, mustRun, run } from './programs.mjs';

/**
 * @typedef {{ url: string, dataDir: string, settings: Record<string, string>, cwd: string }} Copy a server that runs on the
 * restored data, and its settings
 */

/** How long (ms) the copy's reconciler, which runs every 10 seconds, has to finish what was under way at the backup. */
const BALANCED_WITHIN_MS = 25_000;
const CHECK_EVERY_MS = 2_000;
/** The maximum number of missing documents that are named. */
const SHOWN = 20;

/**
 * Signs in as one account of each role, with a password that is set in the copy alone, and as `account` with its own.
 * @param {Copy} copy
 * @param {{ email: string, password: string } | null} account
 * @returns {Promise<string[]>} the emails. Throws `DrillFailed` when one cannot sign in.
 */
export async function checkSignIn(copy, account) {
  if (account) await signIn(copy, account, 'with its own password');
  const emails = await inDatabase(copy, async (database) => {
    const found = await Promise.all(
      ['admin', 'customer', 'driver'].map((role) =>
        database
          .collection('users')
          .findOne({ role, suspension: null }, { projection: { email: 1 }, sort: { _id: 1 } }),
      ),
    );
    return found.flatMap((user) => user?.email ?? []);
  });
  if (emails.length === 0) throw new DrillFailed('The copy has no account that could sign in.');
  for (const email of emails) {
    const password = randomBytes(15).toString('base64url');
    const { settings, cwd } = copy;
    const how = { settings, cwd, input: `${password}\n` };
    await mustRun('A new password in the copy', 'scripts/admin.mjs', ['reset-password', email], how);
    await signIn(copy, { email, password }, 'with a new password');
  }
  return [...new Set([...(account ? [account.email] : []), ...emails])];
}

async function signIn({ url }, { email, password }, how) {
  const signedIn = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  if (!signedIn.ok) throw new DrillFailed(`${email} cannot sign in ${how}: the copy answers ${signedIn.status}.`);
  const { access_token } = await signedIn.json();
  const me = await fetch(`${url}/api/auth/me`, { headers: { Authorization: `Bearer ${access_token}` } });
  if (!me.ok)
    throw new DrillFailed(`${email} is signed in and cannot read its account: the copy answers ${me.status}.`);
}

/**
 * Runs `ledger:check` on the copy until there are no differences.
 * @param {Copy} copy
 * @returns {Promise<string>} its verdict. Throws `DrillFailed` with its text if differences remain.
 */
export async function checkLedger({ settings, cwd }) {
  const until = performance.now() + BALANCED_WITHIN_MS;
  for (;;) {
    const { code, output } = await run('scripts/ledger-check.mjs', [], { settings, cwd });
    if (code === 0) return output.trim().split('\n').at(-1) ?? '';
    if (performance.now() > until) throw new DrillFailed(`The ledger of the copy has differences:\n${output.trim()}`);
    await new Promise((resolve) => setTimeout(resolve, CHECK_EVERY_MS));
  }
}

/**
 * Reads every document of every driver from the copy's server.
 * @param {Copy} copy
 * @returns {Promise<number>} how many were read. Throws `DrillFailed` naming those that are missing or empty.
 */
export async function checkUploads(copy) {
  const files = await inDatabase(copy, async (database) => {
    const profiles = await database.collection('driver_profiles').find({}).toArray();
    return profiles.flatMap((profile) =>
      documentNames.flatMap((name) => (profile[name] ? [{ id: profile[name], userId: profile.user_id }] : [])),
    );
  });
  const missing = [];
  for (const { id, userId } of files) {
    const answer = await fetch(`${copy.url}${fileAddress(id, userId)}`);
    const { byteLength } = await answer.arrayBuffer();
    if (!answer.ok || byteLength === 0) missing.push(`${id} (${answer.status}, ${byteLength} bytes)`);
  }
  if (missing.length > 0) {
    const more = missing.length > SHOWN ? ` and ${missing.length - SHOWN} more` : '';
    throw new DrillFailed(`Uploaded documents cannot be read: ${missing.slice(0, SHOWN).join(', ')}${more}.`);
  }
  return files.length;
}

/** Calls `read` with the database under the copy's server. */
async function inDatabase({ dataDir }, read) {
  const { uri } = JSON.parse(readFileSync(join(dataDir, 'store', 'store.json'), 'utf8'));
  const client = await mongoose.mongo.MongoClient.connect(uri);
  try {
    return await read(client.db('boli'));
  } finally {
    await client.close();
  }
}
