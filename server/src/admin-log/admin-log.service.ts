import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { AdminActionName, AdminLogFilter, LogValues, SubjectKind } from '@boli/shared/admin-log/admin-log.schema';
import { z } from 'zod';
import { abandonedAfter } from '../core/abandoned';
import type { Actor } from '../core/actor';
import { clock } from '../core/clock';
import { AppError } from '../core/errors';
import { failpoint } from '../core/failpoint';
import { logger } from '../core/logger';
import type { Slice, Sliced } from '../core/slice.repository';
import type { AdminLogDocument, PendingActionDocument } from './admin-log.model';
import { adminLog, pendingActions } from './admin-log.repository';

/** An action without an outcome after a minute counts as abandoned: a call takes far less. */
const ABANDONED_MS = 60_000;

/** Who acts: an admin by a call, or the operator at the command line (null). */
export interface AdminCall {
  actor: Actor | null;
  request: { ip?: string | undefined } | null;
}

/**
 * An action that is about to be performed. `asked` holds the requested values; dates and undefined values are allowed.
 */
export interface AdminAction {
  action: AdminActionName;
  /** `name`: the person whom the action concerns; given if the subject is not stored yet. */
  subject: { kind: SubjectKind; id: string; name?: string };
  asked?: Readonly<Record<string, unknown>>;
}

/** A subject's values before and after an action; `before` is null for an action that creates the subject. */
interface Change {
  before: LogValues | null;
  after: LogValues;
}

/** Reports the change that an action has written. An action that never calls it counts as having changed nothing. */
export type ReportChange = (before: LogValues | null, after: LogValues) => void;

/**
 * Performs an admin's action and records it in the admin log. A pending action is stored first, so that no action takes
 * effect without an entry: if the process dies in between, the repair `admin_actions` writes the entry with the values
 * that it finds. `act` receives the function that reports the change. Settles as `act` does; rejects without calling
 * `act` when the pending action cannot be stored.
 */
export async function recordAdminAction<T>(
  call: AdminCall,
  wanted: AdminAction,
  act: (changed: ReportChange) => Promise<T>,
): Promise<T> {
  const begun = await begin(call, wanted);
  await pendingActions.insert(begun);
  failpoint('admin_log.begun');
  const seen: { change: Change | null } = { change: null };
  try {
    const value = await act((before, after) => {
      seen.change = { before, after };
    });
    failpoint('admin_log.acted');
    await write(entryOf(begun, seen.change));
    return value;
  } catch (error) {
    if (seen.change) await write(entryOf(begun, seen.change));
    // A refusal (status below 500) has changed nothing. After any other failure nothing is recorded here, because it is
    // unknown what was written: the repair reads the stored values and writes the entry.
    else if (error instanceof AppError && error.status < 500) {
      await write({ ...ended(begun, 'refused'), reason: error.key });
    }
    throw error;
  }
}

/** Records that an admin opened a driver's document; once for each signed address that was issued to the admin. */
export async function recordView(
  call: AdminCall,
  view: { driverId: string; document: string; address: string },
): Promise<void> {
  const seen = await begin(call, {
    action: 'document.viewed',
    subject: { kind: 'driver', id: view.driverId },
    asked: { document: view.document },
  });
  await adminLog.insertOnce({ ...ended(seen, 'done'), _id: `view:${view.address}` });
}

/** The entries that match a filter, newest first. */
export function listAdminLog(filter: AdminLogFilter, slice: Slice): Promise<Sliced<AdminLogDocument>> {
  return adminLog.list(filter, slice);
}

/** The current state of a subject: the name of the person it concerns (null if there is none), and its values. */
interface Subject {
  name: string | null;
  values: LogValues;
}
/**
 * For each kind, the function that reads a subject by its id. The name is stored in each entry; the values are used
 * only if the outcome is unknown.
 */
export type SubjectReaders = Readonly<Record<SubjectKind, (id: string) => Promise<Subject | null>>>;

let readers: SubjectReaders | null = null;

/**
 * Registers the functions that read subjects. These functions belong to modules that the log may not import. Called
 * once, when the process starts.
 */
export function implementSubjects(given: SubjectReaders): void {
  readers = given;
}

async function readSubject(kind: SubjectKind, id: string): Promise<Subject | null> {
  if (!readers) throw new Error('the subjects of the admin log are not wired');
  return readers[kind](id);
}

const abandoned = abandonedAfter(ABANDONED_MS);

/** Writes the entries of pending actions that a stopped process has left without an outcome. */
export async function finishAbandonedActions(): Promise<void> {
  const begun = await pendingActions.oldest();
  const left = abandoned(begun.map(({ _id, created_at }) => ({ id: _id, at: created_at })));
  for (const pending of begun) if (left.has(pending._id)) await finish(pending);
}

/** Writes the entry of an abandoned action, with the values that its subject has now. */
async function finish(pending: PendingActionDocument): Promise<void> {
  const found = await readSubject(pending.subject_kind, pending.subject_id);
  await adminLog.insertOnce({ ...ended(pending, 'interrupted'), after: found?.values ?? null });
  await pendingActions.remove(pending._id);
}

async function begin(
  { actor, request }: AdminCall,
  { action, subject, asked = {} }: AdminAction,
): Promise<PendingActionDocument> {
  const name = subject.name ?? (await readSubject(subject.kind, subject.id))?.name;
  return {
    _id: randomUUID(),
    action,
    admin_id: actor?.id ?? null,
    admin_name: actor?.name ?? null,
    address: request?.ip ?? null,
    session_id: sessionOf(actor),
    subject_kind: subject.kind,
    subject_id: subject.id,
    subject_name: name ?? null,
    asked: plain(asked),
    created_at: clock.now(),
  };
}

const WithSession = z.object({ token: z.object({ sid: z.string() }) });

/** The session id in the caller's token; null for a token issued before sessions existed. */
function sessionOf(actor: Actor | null): string | null {
  const found = WithSession.safeParse(actor);
  return found.success ? found.data.token.sid : null;
}

function ended(begun: PendingActionDocument, outcome: AdminLogDocument['outcome']): AdminLogDocument {
  return { ...begun, outcome, reason: null, before: null, after: null };
}

function entryOf(begun: PendingActionDocument, change: Change | null): AdminLogDocument {
  const nothing = change === null || isDeepStrictEqual(change.before, change.after);
  return { ...ended(begun, nothing ? 'unchanged' : 'done'), ...change };
}

/**
 * Never rejects: the action has already taken effect or was refused, and the repair writes an entry that could not be
 * written here.
 */
async function write(entry: AdminLogDocument): Promise<void> {
  try {
    // When the repair has already written an entry for this slow call, both entries are kept, because both are true.
    if (!(await adminLog.insertOnce(entry))) await adminLog.insertOnce({ ...entry, _id: randomUUID() });
    failpoint('admin_log.written');
    await pendingActions.remove(entry._id);
  } catch (error) {
    logger.error({ err: error, action: entry.action }, "the entry of an admin's action is left to the repair");
  }
}

/**
 * Converts values for storage in the log: undefined ones are left out, dates become ISO 8601 text, and nested values
 * become JSON text.
 */
export function plain(values: Readonly<Record<string, unknown>>): LogValues {
  const kept = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(kept.map(([name, value]) => [name, plainValue(value)]));
}

function plainValue(value: unknown): string | number | boolean | null {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return value;
  }
  return value instanceof Date ? value.toISOString() : JSON.stringify(value);
}
