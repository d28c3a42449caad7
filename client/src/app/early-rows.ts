import { listBookings } from '@boli/shared/bookings/bookings.endpoints';
import { listRecentPlaces, listSavedPlaces } from '@boli/shared/places/places.endpoints';
import { listRides } from '@boli/shared/rides/rides.endpoints';
import { readEarlyList } from '../core/api';
import { applyBookingsPage } from '../features/bookings/bookings.store';
import { applyOwnPlaces } from '../features/rides/own-places.store';
import { applyRidesPage } from '../features/rides/rides.store';

/** The longest wait for early responses, in ms: without them the page is shown with its placeholders. */
const MOST_WAIT_MS = 200;

async function applyRides(): Promise<void> {
  const early = await readEarlyList(listRides);
  if (early) applyRidesPage(early.rows, early.total);
}

async function applyBookings(): Promise<void> {
  const early = await readEarlyList(listBookings);
  if (early) applyBookingsPage(early.rows, early.total);
}

async function applyPlaces(): Promise<void> {
  const [saved, recent] = await Promise.all([readEarlyList(listSavedPlaces), readEarlyList(listRecentPlaces)]);
  if (saved && recent) applyOwnPlaces(saved.rows, recent.rows);
}

/**
 * Applies a customer's lists that index.html has requested early, so that the dashboard is rendered with its rows at
 * once, not with placeholders first. The first reads of the screens still receive the same responses. Resolves after
 * 200 ms at the latest; never rejects.
 */
export async function applyEarlyRows(): Promise<void> {
  const applied = Promise.all([applyRides(), applyBookings(), applyPlaces()]);
  await Promise.race([applied, new Promise((resolve) => setTimeout(resolve, MOST_WAIT_MS))]);
}
