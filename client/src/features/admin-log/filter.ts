import { AdminActionName } from '@boli/shared/admin-log/admin-log.schema';

/** The values of the log's filter fields, as the admin typed them; an empty field filters nothing. */
export interface Filter {
  action: string;
  subject: string;
  /** The first and the last day in the admin's time zone, such as 2026-01-31; entries of both days match. */
  from: string;
  to: string;
}

export const emptyFilter: Filter = { action: '', subject: '', from: '', to: '' };

/**
 * The time, in ISO 8601, at which the day that is `later` days after `day` starts in the user's time zone; undefined
 * without a valid `day`.
 */
function beginning(day: string, later = 0): string | undefined {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const time = new Date(year, month - 1, date + later);
  return day === '' || Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

/** The query parameters of the log's HTTP requests for a filter. */
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

/** Whether the last day is before the first one, so that no entry can match. */
export function isReversed({ from, to }: Filter): boolean {
  return from !== '' && to !== '' && from > to;
}
