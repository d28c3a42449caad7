import type { AdminLogEntry } from '@boli/shared/admin-log/admin-log.schema';
import type { Cell } from '../core/csv';
import type { AdminLogDocument } from './admin-log.model';

/** Presents an entry for admins. */
export function presentEntry(entry: AdminLogDocument): AdminLogEntry {
  return {
    id: entry._id,
    created_at: entry.created_at.toISOString(),
    action: entry.action,
    admin_id: entry.admin_id,
    admin_name: entry.admin_name,
    address: entry.address,
    session_id: entry.session_id,
    subject_kind: entry.subject_kind,
    subject_id: entry.subject_id,
    subject_name: entry.subject_name ?? null,
    outcome: entry.outcome,
    reason: entry.reason,
    asked: entry.asked,
    before: entry.before,
    after: entry.after,
  };
}

/** The columns of the CSV file, in order. */
export const entryColumns = [
  'created_at',
  'action',
  'outcome',
  'reason',
  'admin_id',
  'admin_name',
  'address',
  'session_id',
  'subject_kind',
  'subject_id',
  'subject_name',
  'asked',
  'before',
  'after',
] as const;

/** Presents an entry as a row of the CSV file; `asked`, `before` and `after` are JSON text. */
export function presentLine(entry: AdminLogDocument): Record<(typeof entryColumns)[number], Cell> {
  const json = (values: object | null) => (values === null ? null : JSON.stringify(values));
  return {
    created_at: entry.created_at.toISOString(),
    action: entry.action,
    outcome: entry.outcome,
    reason: entry.reason,
    admin_id: entry.admin_id,
    admin_name: entry.admin_name,
    address: entry.address,
    session_id: entry.session_id,
    subject_kind: entry.subject_kind,
    subject_id: entry.subject_id,
    subject_name: entry.subject_name ?? null,
    asked: json(entry.asked),
    before: json(entry.before),
    after: json(entry.after),
  };
}
