import type { SubjectReaders } from '../admin-log/admin-log.service';
import { loggedAccount } from '../auth/auth.presenter';
import { users } from '../auth/auth.repository';
import { loggedBooking } from '../bookings/bookings.logged';
import { bookings } from '../bookings/bookings.repository';
import { loggedVerification } from '../drivers/drivers.presenter';
import { profiles } from '../drivers/drivers.repository';
import { loggedPayout } from '../ledger/figures.presenter';
import { payouts } from '../ledger/payouts.repository';
import { loggedPromo } from '../promos/promos.presenter';
import { promos } from '../promos/promos.repository';
import { loggedSettlement } from '../settlements/settlements.presenter';
import { settlements } from '../settlements/settlements.repository';

/** Reads the subject of an admin's action as it is now: the name that the log shows, and the values. */
export const subjects: SubjectReaders = {
  async account(id) {
    const user = await users.byId(id);
    return user && { name: user.name, values: loggedAccount(user) };
  },
  async driver(userId) {
    const [profile, user] = await Promise.all([profiles.byUser(userId), users.byId(userId)]);
    return profile && { name: user?.name ?? null, values: loggedVerification(profile) };
  },
  async booking(id) {
    const booking = await bookings.byId(id);
    return booking && { name: `${booking.customer_name}, ${booking.driver_name}`, values: loggedBooking(booking) };
  },
  async settlement(id) {
    const settlement = await settlements.byId(id);
    return settlement && { name: settlement.driver_name, values: loggedSettlement(settlement) };
  },
  async payout(id) {
    const payout = await payouts.byId(id);
    return payout && { name: payout.driver_name, values: loggedPayout(payout) };
  },
  async promo(code) {
    const promo = await promos.byCode(code);
    return promo && { name: null, values: loggedPromo(promo) };
  },
};
