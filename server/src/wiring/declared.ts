/**
 * Everything that has to be wired and is not declared elsewhere. Other files declare the endpoints
 * (shared/src/endpoints.ts), the messages (shared/src/realtime/events.ts), the subjects of the admin log
 * (shared/src/admin-log), the listeners of domain events (domain-events.ts), and the steps of each reconciler (with the
 * reconciler).
 */
export const declared = {
  /** The collections whose documents carry `follow_up`. */
  reconcilers: ['users', 'driver_profiles', 'bookings', 'passes', 'settlements', 'payouts', 'payments'],
  /** Repairs of other work that a stopped process may leave unfinished. */
  repairs: ['claims', 'quotes', 'redemptions', 'orders', 'order_checks', 'parked_payments', 'refunds', 'admin_actions'],
  /** Jobs that run every second, because people wait for them. */
  promptJobs: ['expire_requests', 'expire_quotes', 'reject_unanswered'],
  /** Jobs that run every two seconds in a separate loop, because they wait for other services or may take long. */
  patientJobs: ['compute_driven', 'keep_sums', 'keep_search_parts', 'keep_market', 'keep_fairness'],
  /** Jobs that run every ten seconds. */
  steadyJobs: ['remind', 'remind_of_payments', 'count_hours', 'reconcile'],
  /** Jobs on the memory and the disk of one process, every ten seconds: each node of a cluster runs its own. */
  ownJobs: ['notify_waiting_drivers', 'remove_old_forms', 'learn_time_factors'],
} as const;

type Names<Kind extends keyof typeof declared> = (typeof declared)[Kind][number];
export type ReconcilerName = Names<'reconcilers'>;
export type RepairName = Names<'repairs'>;
export type PromptJobName = Names<'promptJobs'>;
export type PatientJobName = Names<'patientJobs'>;
export type SteadyJobName = Names<'steadyJobs'>;
export type OwnJobName = Names<'ownJobs'>;
