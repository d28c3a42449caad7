export const bookingStatuses = ['pending', 'accepted', 'rejected', 'in_progress', 'completed', 'cancelled'] as const;
export type BookingStatus = (typeof bookingStatuses)[number];

export const parties = ['customer', 'driver', 'system'] as const;
export type Party = (typeof parties)[number];

export type Steps = Record<BookingStatus, Partial<Record<BookingStatus, readonly Party[]>>>;

/**
 * The status changes of a booking: for each status, the statuses that may follow and the party that may make the change
 * (specification, section 4). The server checks permissions with it, the client chooses buttons with it.
 */
const bookingSteps = {
  pending: { accepted: ['driver'], rejected: ['driver', 'system'], cancelled: ['customer', 'driver'] },
  accepted: { in_progress: ['driver'], cancelled: ['customer', 'driver'] },
  in_progress: { completed: ['driver'], cancelled: ['customer', 'driver'] },
  rejected: {},
  completed: {},
  cancelled: {},
} as const satisfies Steps;

/** The statuses from which `party` may take a booking to `to`. */
export function stepsInto(to: BookingStatus, party: Party): BookingStatus[] {
  const table: Steps = bookingSteps;
  return bookingStatuses.filter((from) => table[from][to]?.includes(party));
}

/** Whether this party may change a booking from one status to another. */
export function canStep(from: BookingStatus, to: BookingStatus, party: Party): boolean {
  return stepsInto(to, party).includes(from);
}

export const liveBookingStatuses = ['pending', 'accepted', 'in_progress'] as const satisfies readonly BookingStatus[];
export const finalBookingStatuses = ['completed', 'cancelled', 'rejected'] as const satisfies readonly BookingStatus[];
/** Statuses of bookings that ended without a completed ride. */
export const deadBookingStatuses = ['cancelled', 'rejected'] as const satisfies readonly BookingStatus[];
/** Statuses in which the driver's position is accepted. */
export const trackedBookingStatuses = ['accepted', 'in_progress'] as const satisfies readonly BookingStatus[];

/** Whether a booking of this status has not ended: it waits for its driver's answer, was accepted, or is driven. */
export const isLive = (status: BookingStatus): boolean => liveBookingStatuses.some((live) => live === status);
/** Whether a booking of this status ended without a completed ride. */
export const isDead = (status: BookingStatus): boolean => deadBookingStatuses.some((dead) => dead === status);
/** Whether the driver's position is accepted for a booking of this status. */
export const isTracked = (status: BookingStatus): boolean =>
  trackedBookingStatuses.some((tracked) => tracked === status);

/** The cancellation reasons that are offered to each side (specification, section 6), as message keys. */
export const cancelReasons = {
  customer: [
    'cancel.found_another',
    'cancel.change_of_plans',
    'cancel.too_long',
    'cancel.wrong_pickup',
    'cancel.other',
  ],
  driver: ['cancel.not_responding', 'cancel.too_far', 'cancel.vehicle', 'cancel.emergency', 'cancel.other'],
} as const;
