import type { LogValues } from '@boli/shared/admin-log/admin-log.schema';
import { toRupees } from '@boli/shared/core/money';
import type { Earnings } from '@boli/shared/drivers/drivers.schema';
import type { Settlement } from '@boli/shared/settlements/settlements.schema';
import type { SettlementDocument } from './settlements.model';
import type { DriverFigures } from './settlements.service';

/** Presents a settlement for admins. */
export function presentSettlement(settlement: SettlementDocument): Settlement {
  const { pass, cancellation } = settlement;
  return {
    id: settlement._id,
    kind: pass ? 'pass' : cancellation ? 'cancellation' : 'ride',
    booking_id: pass ? null : settlement._id,
    pass: pass
      ? { span: pass.span, starts_at: pass.starts_at.toISOString(), ends_at: pass.ends_at.toISOString() }
      : null,
    driver_id: settlement.driver_id,
    driver_name: settlement.driver_name,
    ...(cancellation && { cancellation: { by: cancellation.by, payer_name: cancellation.payer_name } }),
    platform_fee: toRupees(settlement.platform_fee_paise),
    ...(settlement.levy_paise !== undefined && { driver_levies: toRupees(settlement.levy_paise) }),
    discount_credit: toRupees(settlement.discount_paise),
    net_due: toRupees(settlement.net_due_paise),
    due_date: settlement.due_date.toISOString(),
    settlement_status: settlement.settlement_status,
    payment_method: settlement.payment_method,
    payment_reference: settlement.payment_reference,
    paid_at: settlement.paid_at?.toISOString() ?? null,
    created_at: settlement.created_at.toISOString(),
  };
}

/** Presents the sums on a driver's dashboard, and the driver's usual price for a kilometre, in rupees. */
export function presentEarnings(sums: DriverFigures): Earnings {
  return {
    total_earnings: toRupees(sums.earnings_paise),
    platform_fees_paid: toRupees(sums.fees_paid_paise),
    pending_payment: toRupees(sums.fees_pending_paise),
    completed_rides: sums.completed_rides,
    usual_price_per_km: sums.usual_per_km_paise === null ? null : toRupees(sums.usual_per_km_paise),
    pass_until: sums.pass_until?.toISOString() ?? null,
  };
}

/** The fields of a settlement that the admin log keeps. */
export function loggedSettlement(settlement: SettlementDocument): LogValues {
  return {
    driver_name: settlement.driver_name,
    net_due: toRupees(settlement.net_due_paise),
    settlement_status: settlement.settlement_status,
    payment_method: settlement.payment_method,
    payment_reference: settlement.payment_reference,
  };
}
