import { z } from 'zod';
import { Id, oneLine, Page, TimeInput, Timestamp } from '../core/fields';

/** The actions of admins, in the past tense. */
export const adminActions = [
  'verification.decided',
  'verification.undone',
  'document.viewed',
  'settlement.paid',
  'settlement.undone',
  'payout.paid',
  'refund.recorded',
  'refund.settled',
  'review.decided',
  'payment.confirmed',
  'payment.refused',
  'promo.created',
  'promo.changed',
  'account.changed',
  'account.suspended',
  'account.unsuspended',
] as const;
export const AdminActionName = z.enum(adminActions);
export type AdminActionName = z.infer<typeof AdminActionName>;

/**
 * The kinds of subject of an action. `subject_id` is the user id of a driver or account, the code of a promo, the id of a
 * settlement, else the booking id.
 */
export const subjectKinds = ['driver', 'settlement', 'payout', 'booking', 'promo', 'account'] as const;
export type SubjectKind = (typeof subjectKinds)[number];

/**
 * `done`: as requested. `unchanged`: the requested values were set already. `refused`: the rules did not allow it;
 * `reason` names the refusal. `interrupted`: the server stopped, or lost its database, before the outcome was known;
 * `after` holds the values of the subject when this entry was written.
 */
export const adminOutcomes = ['done', 'unchanged', 'refused', 'interrupted'] as const;
export type AdminOutcome = (typeof adminOutcomes)[number];

/** Named values without nesting: of a subject before or after an action, or of the request. */
export const LogValues = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
export type LogValues = z.infer<typeof LogValues>;

/** One entry of the log of admins' actions. Entries are never changed and never removed. */
export const AdminLogEntry = z.object({
  id: z.string(),
  created_at: Timestamp,
  action: AdminActionName,
  /** Null: the operator, at the command line of the server. */
  admin_id: Id.nullable(),
  admin_name: z.string().nullable(),
  /** The IP address of the request, and the session of its token; each is null if there is none. */
  address: z.string().nullable(),
  session_id: z.string().nullable(),
  subject_kind: z.enum(subjectKinds),
  subject_id: z.string(),
  /** The name of the person concerned at the time of the action; null for a promo code and if the name is unknown. */
  subject_name: z.string().nullable(),
  outcome: z.enum(adminOutcomes),
  /** The code of the refusal. */
  reason: z.string().nullable(),
  asked: LogValues,
  before: LogValues.nullable(),
  after: LogValues.nullable(),
});
export type AdminLogEntry = z.infer<typeof AdminLogEntry>;

/**
 * A filter of the log; `subject` is the beginning of an id or a part of a name, `from` is inclusive, `to` exclusive.
 */
export const AdminLogFilter = z.object({
  action: AdminActionName.optional(),
  admin: Id.optional(),
  subject: z.string().overwrite(oneLine).trim().min(1).max(100).optional(),
  from: TimeInput.optional(),
  to: TimeInput.optional(),
});
export type AdminLogFilter = z.output<typeof AdminLogFilter>;

export const AdminLogQuery = z.object({ ...AdminLogFilter.shape, ...Page.shape });
