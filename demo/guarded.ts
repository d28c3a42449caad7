import { CallFailed } from './api';
import type { Report } from './report';

/** Whether a failure is counted with the call itself: no answer, and 5xx. */
const isCounted = (error: unknown) => error instanceof CallFailed && (error.status === 0 || error.status >= 500);

/** Does something for a person, whose life goes on when it fails; the failure is an error. */
export async function guarded(report: Report, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!isCounted(error)) report.error(error instanceof Error ? error.message : String(error));
  }
}
