import type { Booking, HistoryEntry } from '@boli/shared/bookings/bookings.schema';
import { formatMoney } from '../../core/money';
import { t } from '../../core/t';
import { chargedPrice } from '../../ui/payment-word';

/** The price of a ride as shown to its driver. */
export interface DriverPay {
  /** Rupees: the quoted price, or the charged part of it. */
  price: number;
  /** What the customer pays, as text, if a discount makes it less than `price`; else null. */
  customerPays: string | null;
}

/** The price of a ride as its driver sees it: the platform bears the discount, so it does not lower the price. */
export function driverPayOf(ride: Pick<Booking | HistoryEntry, 'price' | 'total_price' | 'part_fare'>): DriverPay {
  const charged = chargedPrice(ride);
  // If only a part of the fare is charged, that part is the price.
  const price = ride.part_fare && charged === ride.part_fare.final_price ? ride.part_fare.price : ride.price;
  const isLess = charged < price;
  return { price, customerPays: isLess ? t('bookings.customer_pays', { price: formatMoney(charged) }) : null };
}

/** "You earn ₹216.00", or "You earned" once the ride has ended; null if the driver gets nothing. */
export function shareText({ driver_fare, status }: Pick<Booking, 'driver_fare' | 'status'>): string | null {
  if (!driver_fare) return null;
  const isOver = status === 'completed' || status === 'cancelled';
  return t(isOver ? 'history.earned' : 'bookings.you_earn', { price: formatMoney(driver_fare.driver_earnings) });
}
