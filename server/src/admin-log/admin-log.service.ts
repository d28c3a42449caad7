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

/** An action that has not ended after a minute was abandoned: calls end long before. */
const ABANDONED_MS = 60_000;

/** Who acts, and from where: an admin by a call, or the operator at the command line (null). */
export interface AdminCall {
  actor: Actor | null;
  request: { ip?: string | undefined } | null;
}

/** What is about to be done to which thing. `asked`: what was asked for; dates and absent values are taken care of. */
export interface AdminAction {
  action: AdminActionName;
  /** `name`: whom it concerns, where it is not stored yet. */
  subject: { kind: SubjectKind; id: string; name?: string };
  asked?: Readonly<Record<string, unknown>>;
}

/** A thing before and after an action; before it was made there is none. */
interface Change {
  before: LogValues | null;
  after: LogValues;
}

/** Reports the one change that an action made, exactly as it was written. Not called, nothing was changed. */
export type ReportChange = (before: LogValues | null, after: LogValues) => void;

/**
 * Does what an admin asks for and records it in the log. What is about to be done is stored before it is done, so that
 * no action lands without its entry: where the process dies in between, the reconcile step writes the entry with what
 * it finds. `act` gets what reports the change. Returns and throws what `act` does; rejects without acting when the log
 * cannot be written.
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
    // Of any other failure it is not known what has landed: the reconcile step looks at what there is.
    else if (error instanceof AppError && error.status < 500) {
      await write({ ...ended(begun, 'refused'), reason: error.key });
    }
    throw error;
  }
}

/** Records that an admin opened a driver's document; once for each address that it was given. */
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

/** What fits, newest first. */
export function listAdminLog(filter: AdminLogFilter, slice: Slice): Promise<Sliced<AdminLogDocument>> {
  return adminLog.list(filter, slice);
}

/** A thing as the log reads it: the names of the people it concerns (null where it concerns nobody), and its values. */
interface Subject {
  name: string | null;
  values: LogValues;
}
/** How a thing of each kind is read: for its name, and for the entry of an action whose end is not known. */
export type SubjectReaders = Readonly<Record<SubjectKind, (id: string) => Promise<Subject | null>>>;

let readers: SubjectReaders | null = null;

/**
 * Registers how things of other nouns are read, because the log may not import these; once, when the process starts.
 */
export function implementSubjects(given: SubjectReaders): void {
  readers = given;
}

async function readSubject(kind: SubjectKind, id: string): Promise<Subject | null> {
  if (!readers) throw new Error('the subjects of the admin log are not wired');
  return readers[kind](id);
}

const abandoned = abandonedAfter(ABANDONED_MS);

/** Writes the entries of actions that a process began and did not end. */
export async function finishAbandonedActions(): Promise<void> {
  const begun = await pendingActions.oldest();
  const left = abandoned(begun.map(({ _id, created_at }) => ({ id: _id, at: created_at })));
  for (const pending of begun) if (left.has(pending._id)) await finish(pending);
}

/** Writes the entry of an action that somebody began and did not end. */
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

/** The session of the caller's token; tokens of before there were sessions name none. */
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

/** Never rejects: what was done is done, and an entry that could not be written is left to the reconcile step. */
async function write(entry: AdminLogDocument): Promise<void> {
  try {
    // The reconcile step was faster than a slow call: both entries are true, and both stay.
    if (!(await adminLog.insertOnce(entry))) await adminLog.insertOnce({ ...entry, _id: randomUUID() });
    failpoint('admin_log.written');
    await pendingActions.remove(entry._id);
  } catch (error) {
    logger.error({ err: error, action: entry.action }, "the entry of an admin's action is left to the reconciler");
  }
}

/** Values as the log keeps them: absent ones left out, times as text, anything nested as JSON. */
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
