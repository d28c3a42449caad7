import { CallFailed } from './api';
import type { Report } from './report';

/** Whether `report.called` has counted this failure already: a call without a response, or with a 5xx. */
const isCounted = (error: unknown) => error instanceof CallFailed && (error.status === 0 || error.status >= 500);

/** Performs an action of a simulated person. A failure is reported as an error, and does not end the simulation. */
export async function guarded(report: Report, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!isCounted(error)) report.error(error instanceof Error ? error.message : String(error));
  }
}
