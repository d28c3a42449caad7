import type { Booking } from '@boli/shared/bookings/bookings.schema';
import type { Point } from '@boli/shared/core/fields';
import { cancelRide } from '@boli/shared/rides/rides.endpoints';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { expect } from '@playwright/test';
import type { Account, Api } from './api';
import { here } from './where';

const steps = ['accepted', 'in_progress', 'completed'] as const;

interface Wanted {
  /** The status that the booking reaches. */
  status: 'pending' | (typeof steps)[number];
  people?: { customer: Account; driver: Account };
  /** Rupees. */
  price?: number;
  method?: 'cash' | 'phonepe';
  /** Where the ride ends, if not at the usual drop. */
  drop?: Point;
}

/** Creates a customer, a driver and their booking in the requested status, by REST. */
export async function booked(api: Api, { status, people, price = 240, method = 'cash', drop }: Wanted) {
  const customer = people?.customer ?? (await api.person('customer', 'Asha Verma'));
  const driver = people?.driver ?? (await api.driver('Ravi Kumar'));
  const ride = await api.ride(customer, 'Connaught Place', 'Hauz Khas Village', drop);
  let booking: Booking = await api.book(customer, await api.quote(driver, ride, price), method);
  for (const step of steps) {
    if (booking.status === status) break;
    booking = await api.step(driver, booking, step);
  }
  return { customer, driver, ride, booking };
}

/**
 * Creates an open request. With a city its distance is that by road: a request that got only an estimate, because the
 * router was slow, is cancelled and created again. Without a city the distance is an estimate.
 */
export async function rideByRoad(api: Api, customer: Account): Promise<RideRequest> {
  const source = here.hasCity ? 'roads' : 'estimate';
  let ride = await api.ride(customer);
  await expect(async () => {
    if (ride.road?.source === source) return;
    await api.call(cancelRide, { as: customer, params: { id: ride.id } });
    ride = await api.ride(customer);
    expect(ride.road?.source).toBe(source);
  }).toPass({ timeout: 20_000 });
  return ride;
}
