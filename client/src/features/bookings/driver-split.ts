import type { Booking, PartFare } from '@boli/shared/bookings/bookings.schema';
import { isDead } from '@boli/shared/bookings/bookings.state';
import { toPaise, toRupees } from '@boli/shared/core/money';

/** The gateway has the customer's payment: what the driver gets of it is paid out. */
export const isByGateway = ({ payment_confirmed_by }: Booking) => payment_confirmed_by === 'gateway';

/**
 * How a fare is shared, as far as it is the driver's, in rupees; null where nothing is: of a ride that was called off,
 * and of a refused one whose payment goes back. A refused ride that was paid to the driver brings no promo credit.
 */
export function driverSplit(booking: Booking): PartFare | null {
  if (booking.part_fare) return booking.part_fare;
  if (isDead(booking.status)) return null;
  if (booking.review_status !== 'refused') return booking;
  if (isByGateway(booking)) return null;
  const { final_price, platform_fee } = booking;
  const driver_earnings = toRupees(toPaise(final_price) - toPaise(platform_fee));
  return { price: final_price, discount_amount: 0, final_price, platform_fee, driver_earnings };
}
