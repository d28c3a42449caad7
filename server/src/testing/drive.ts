import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { clock } from '../core/clock';
import type { TestApp, TestPerson } from './app';
import { aRoute, market } from './market';

/** A degree of latitude, in metres. */
const DEGREE_M = 111_195;
/**
 * The seconds from the first point to the last, with one point each second; the server accepts points of up to a minute
 * ahead of its clock.
 */
const DRIVE_SECONDS = 50;

/**
 * Starts a booking and records a straight drive of `metres` northward; afterwards the ride has lasted at least
 * `seconds` by the server's clock, which the caller has to reset.
 */
export async function startAndDrive(
  app: Pick<TestApp, 'request'>,
  driver: TestPerson,
  { booking, metres, seconds }: { booking: Booking; metres: number; seconds: number },
): Promise<Booking> {
  const started = await market(app).drive(driver, booking, 'in_progress');
  const from = Date.now();
  const points = Array.from({ length: DRIVE_SECONDS + 1 }, (_, n) => ({
    lat: aRoute.pickup_lat + (n * metres) / DRIVE_SECONDS / DEGREE_M,
    lng: aRoute.pickup_lng,
    recorded_at: new Date(from + n * 1_000).toISOString(),
  }));
  const answer = await app.request('POST', `/bookings/${booking.id}/track`, { token: driver.token, body: { points } });
  if (answer.status !== 200) throw new Error(`the trail answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  clock.setOffset(Math.max(seconds * 1_000, clock.millis() - Date.now()));
  return started;
}
