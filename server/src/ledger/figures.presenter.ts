import type { LogValues } from '@boli/shared/admin-log/admin-log.schema';
import { toRupees } from '@boli/shared/core/money';
import type { AdminStats, Commission, DailyEarnings, DailyRevenue, Payout } from '@boli/shared/ledger/ledger.schema';
import type { CommissionSums, DaySums, Sums } from './figures.repository';
import type { PayoutDocument } from './payouts.model';

/** Presents a driver's earnings of a day, in rupees. */
export function presentDailyEarnings(sums: DaySums): DailyEarnings {
  return {
    date: sums.day,
    rides: sums.rides,
    earnings: toRupees(sums.earnings_paise),
    fees: toRupees(sums.fees_paise),
  };
}

/** Presents the platform's revenue of a day, in rupees. */
export function presentDailyRevenue(sums: DaySums): DailyRevenue {
  return {
    date: sums.day,
    rides: sums.rides,
    fares: toRupees(sums.fares_paise),
    fees: toRupees(sums.fees_paise),
    discounts: toRupees(sums.discounts_paise),
  };
}

/** Presents the platform's sums, in rupees. */
export function presentStats(sums: Sums): AdminStats {
  return {
    total_platform_earnings: toRupees(sums.fees_paise),
    pending_collections: toRupees(sums.pending_paise),
    collected_this_month: toRupees(sums.collected_paise),
    total_rides: sums.rides,
  };
}

/** Presents the commission of a driver, in rupees. */
export function presentCommission(sums: CommissionSums): Commission {
  return {
    driver_id: sums._id,
    driver_name: sums.driver_name,
    total_rides: sums.rides,
    total_commission: toRupees(sums.fees_paise),
    paid: toRupees(sums.paid_paise),
    pending: toRupees(sums.fees_paise - sums.paid_paise),
  };
}

/** Presents a payout for admins, in rupees. */
export function presentPayout(payout: PayoutDocument): Payout {
  return {
    id: payout._id,
    booking_id: payout._id,
    driver_id: payout.driver_id,
    driver_name: payout.driver_name,
    amount: toRupees(payout.amount_paise),
    payout_status: payout.payout_status,
    reference: payout.reference,
    created_at: payout.created_at.toISOString(),
    paid_at: payout.paid_at?.toISOString() ?? null,
  };
}

/** The fields of a payout that the admin log keeps. */
export function loggedPayout(payout: PayoutDocument): LogValues {
  return {
    driver_name: payout.driver_name,
    amount: toRupees(payout.amount_paise),
    payout_status: payout.payout_status,
    reference: payout.reference,
  };
}
