/**
 * What must be wired besides the endpoints (shared/src/endpoints.ts), the messages (shared/src/realtime/events.ts), the
 * listeners of domain events (domain-events.ts) and the steps of each reconciler, which are declared where they belong.
 */
export const declared = {
  /** The collections whose documents carry `follow_up`. */
  reconcilers: ['users', 'driver_profiles', 'bookings', 'settlements', 'payouts', 'payments'],
  /** What else a stopped process may leave half done. */
  repairs: ['claims', 'quotes', 'redemptions', 'orders', 'order_checks', 'parked_payments', 'refunds', 'admin_actions'],
  /** What runs every second: people wait for it. */
  promptJobs: ['expire_requests', 'reject_unanswered'],
  /** What runs every two seconds in a loop of its own: it waits for other services. */
  patientJobs: ['compute_driven'],
  /** What runs every ten seconds. */
  steadyJobs: ['remind', 'reconcile', 'remove_old_forms', 'learn_time_factors'],
} as const;

type Names<Kind extends keyof typeof declared> = (typeof declared)[Kind][number];
export type ReconcilerName = Names<'reconcilers'>;
export type RepairName = Names<'repairs'>;
export type PromptJobName = Names<'promptJobs'>;
export type PatientJobName = Names<'patientJobs'>;
export type SteadyJobName = Names<'steadyJobs'>;
