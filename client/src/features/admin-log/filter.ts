import { AdminActionName } from '@boli/shared/admin-log/admin-log.schema';

/** The filter of the log, as it is typed; an empty field filters nothing. */
export interface Filter {
  action: string;
  subject: string;
  /** Days in the reader's own time, as 2026-01-31; both are included. */
  from: string;
  to: string;
}

export const emptyFilter: Filter = { action: '', subject: '', from: '', to: '' };

/** The start of a day in the user's time zone, `later` days after it. */
function beginning(day: string, later = 0): string | undefined {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const time = new Date(year, month - 1, date + later);
  return day === '' || Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

/** The query of the calls for a filter. */
export function queryOf({ action, subject, from, to }: Filter) {
  const named = AdminActionName.safeParse(action);
  const [first, end] = [beginning(from), beginning(to, 1)];
  return {
    ...(named.success && { action: named.data }),
    ...(subject.trim() && { subject: subject.trim() }),
    ...(first && { from: first }),
    ...(end && { to: end }),
  };
}

/** Whether the last day is before the first one: no entry can match. */
export function isReversed({ from, to }: Filter): boolean {
  return from !== '' && to !== '' && from > to;
}
