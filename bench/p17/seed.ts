import { AdminLogModel } from '../../server/src/admin-log/admin-log.model';
import { UserModel } from '../../server/src/auth/auth.model';
import { type BookingDocument, BookingModel } from '../../server/src/bookings/bookings.model';
import { DriverProfileModel } from '../../server/src/drivers/drivers.model';
import { type Entry, entriesOfBooking, entriesOfSettlement } from '../../server/src/ledger/entries';
import { JournalModel } from '../../server/src/ledger/journal.model';
import { PayoutModel } from '../../server/src/ledger/payouts.model';
import { NotificationModel } from '../../server/src/notifications/notifications.model';
import { PaymentModel } from '../../server/src/payments/payments.model';
import { RedemptionModel } from '../../server/src/promos/redemptions.model';
import { RideModel } from '../../server/src/rides/rides.model';
import { type SettlementDocument, SettlementModel } from '../../server/src/settlements/settlements.model';
import { settlementOf } from '../../server/src/settlements/settlements.service';
import { accountOf, profileOf } from '../accounts';
import { bookingOf, type Course, openRideOf, type Person, rideOf } from '../documents';
import { insert } from '../insert';

const DAY_MS = 24 * 3_600_000;
/** Bookings a day, the same at every size: a city with more bookings is older, not busier. */
const A_DAY = 33;
const BATCH = 2_000;
/** Current bookings in each of their three statuses. */
const LIVE = 10;
/** Open requests. */
const OPEN = 30;
/** Drivers who wait for a decision. */
const WAITING = 5;
/** Notifications of each measured person. */
const INBOX = 60;

/** The people whose dashboards are measured. */
export interface Measured {
  customer: Person;
  driver: Person;
  admin: Person;
}

const someone = (kind: 'driver' | 'customer', nth: number): Person => ({
  id: `${kind}-${nth}`,
  name: `${kind === 'driver' ? 'Driver' : 'Customer'} ${nth}`,
});

/** A number from 0 up to, but not including, 1 that depends only on `nth` and `salt`. */
function share(nth: number, salt: number): number {
  const x = Math.sin(nth * 12.9898 + salt * 78.233) * 43_758.5453;
  return x - Math.floor(x);
}

/**
 * A tenth of all rides is driven by the measured driver, another tenth is the measured customer's: at every size their
 * lists fill a page.
 */
function courseOf(nth: number, count: number, { customer, driver }: Measured): Course {
  const ago = ((count - nth) / A_DAY) * DAY_MS + 3 * 3_600_000;
  const drivers = Math.max(10, count / 50);
  const chance = share(nth, 1);
  const method = share(nth, 2);
  const isRecent = ago < 30 * DAY_MS;
  return {
    nth,
    customer: nth % 10 === 0 ? customer : someone('customer', Math.floor((nth / count) * (count / 10))),
    // Drivers come and go: each drives for some time.
    driver:
      nth % 10 === 5 ? driver : someone('driver', Math.floor((nth / count) * drivers + share(nth, 3) * 9) % drivers),
    at: new Date(Date.now() - ago),
    status: chance < 0.82 ? 'completed' : chance < 0.94 ? 'cancelled' : 'rejected',
    payment: method < 0.6 ? 'cash' : method < 0.85 ? 'upi' : 'online',
    isPaid: chance < 0.82 && (!isRecent || share(nth, 4) < 0.95),
  };
}

/** The settlement of a booking; most drivers have paid theirs after some days. */
function settlementFor(booking: BookingDocument, nth: number): SettlementDocument | null {
  const settlement = settlementOf(booking);
  if (settlement?.settlement_status !== 'pending') return settlement;
  const paidAt = new Date(settlement.created_at.getTime() + (1 + share(nth, 5) * 9) * DAY_MS);
  if (paidAt > new Date() || share(nth, 6) < 0.02) return settlement;
  const paid = { settlement_status: 'paid' as const, payment_method: 'bank_transfer', payment_reference: `B${nth}` };
  return { ...settlement, ...paid, paid_at: paidAt, version: 2 };
}

const stored = (entries: readonly Entry[], at: Date) =>
  entries.map((entry) => ({
    ...entry,
    at: entry.at ?? at,
    lines: entry.lines.filter(({ amount_paise }) => amount_paise !== 0),
  }));

async function insertMoney(bookings: readonly BookingDocument[], from: number): Promise<void> {
  const settlements = bookings.flatMap((booking, at) => settlementFor(booking, from + at) ?? []);
  const online = bookings.filter(({ payment_id }) => payment_id);
  await insert(
    JournalModel,
    [
      ...bookings.flatMap((booking) => stored(entriesOfBooking(booking), booking.created_at)),
      ...settlements.flatMap((settlement) => stored(entriesOfSettlement(settlement), settlement.created_at)),
    ].filter(({ lines }) => lines.length > 0),
  );
  await insert(
    AdminLogModel,
    settlements
      .filter(({ payment_method }) => payment_method === 'bank_transfer')
      .map(({ _id, driver_name, paid_at }) => ({
        ...{ _id: `log-${_id}`, action: 'settlement.paid', admin_id: 'admin', admin_name: 'Admin', address: null },
        ...{ session_id: null, subject_kind: 'settlement', subject_id: _id, subject_name: driver_name, asked: {} },
        ...{ created_at: paid_at, outcome: 'done', reason: null, before: {}, after: {} },
      })),
  );
  await insert(SettlementModel, settlements);
  await insert(
    PaymentModel,
    online.map(({ _id, payment_id, final_price_paise, created_at }) => ({
      ...{ _id: payment_id, gateway: 'simulated', order_id: `order-${_id}`, booking_id: _id, currency: 'INR' },
      ...{ amount_paise: final_price_paise, state: 'captured', refund_id: null, created_at, refunded_at: null },
      ...{ attempts: 0, version: 1 },
    })),
  );
  await insert(
    PayoutModel,
    online.map(({ _id, driver_id, driver_name, driver_earnings_paise, created_at }) => ({
      ...{ _id, driver_id, driver_name, amount_paise: driver_earnings_paise, payout_status: 'owed' },
      ...{ reference: null, created_at, paid_at: null, version: 1 },
    })),
  );
}

/** The past of the city: `count` bookings with their requests and everything about their money. */
async function insertPast(count: number, people: Measured): Promise<void> {
  for (let from = 0; from < count; from += BATCH) {
    const courses = Array.from({ length: Math.min(BATCH, count - from) }, (_, at) =>
      courseOf(from + at, count, people),
    );
    const bookings = courses.map(bookingOf);
    await insert(BookingModel, bookings);
    await insert(
      RideModel,
      bookings.map((booking, at) => rideOf(booking, [courseOf(from + at + 1, count, people).driver])),
    );
    await insertMoney(bookings, from);
    const redeemed = bookings.filter((_, at) => at % 20 === 3);
    await insert(
      RedemptionModel,
      redeemed.map(({ _id, customer_id, ride_request_id, created_at }, at) => ({
        ...{ _id: `redemption-${_id}`, code: 'SAVE100', number: null, state: 'taken', booking_id: _id, customer_id },
        ...{ ride_request_id, nth: from + at, first_ride: false, taken_at: created_at, discount_paise: 0 },
      })),
    );
  }
}

/** What is going on now; the same at every size. */
async function insertPresent(count: number, { customer, driver }: Measured): Promise<void> {
  const statuses = ['in_progress', 'accepted', 'pending'] as const;
  const bookings = statuses.flatMap((status, kind) =>
    Array.from({ length: LIVE }, (_, at) => {
      const nth = count + kind * LIVE + at;
      const first = at === 0;
      return bookingOf({
        nth,
        customer: first ? customer : someone('customer', at),
        driver: first ? driver : someone('driver', at),
        at: new Date(Date.now() - (at + 1) * 60_000),
        status,
        payment: 'cash',
        isPaid: false,
      });
    }),
  );
  const answerBy = new Date(Date.now() + DAY_MS);
  await insert(
    BookingModel,
    bookings.map((booking) => ({ ...booking, answer_by: answerBy })),
  );
  await insert(
    RideModel,
    bookings.map((booking) => rideOf(booking, [])),
  );
  await insert(
    RideModel,
    Array.from({ length: OPEN }, (_, at) => openRideOf(at, at === 0 ? customer : someone('customer', at), at + 1)),
  );
}

async function insertPeople(count: number, measured: Measured): Promise<void> {
  const drivers = Array.from({ length: Math.max(10, Math.ceil(count / 50)) }, (_, nth) => someone('driver', nth));
  const customers = Array.from({ length: count / 10 }, (_, nth) => someone('customer', nth));
  const account = (role: 'driver' | 'customer') => (person: Person, nth: number) =>
    accountOf(role, person, new Date(Date.now() - (count - nth) * 60_000));
  await insert(UserModel, drivers.map(account('driver')));
  await insert(UserModel, customers.map(account('customer')));
  await insert(
    DriverProfileModel,
    drivers.map((driver, nth) => profileOf(driver, nth, nth < WAITING)),
  );
  for (const { id } of Object.values(measured)) {
    await insert(
      NotificationModel,
      Array.from({ length: INBOX }, (_, nth) => ({
        ...{ _id: `${id}:${nth}`, user_id: id, kind: 'ride_completed', title: 'inbox.ride_completed.title' },
        ...{ body: 'inbox.ride_completed.body', params: {}, ride_request_id: null, booking_id: `booking-${nth}` },
        ...{ scheduled_time: null, created_at: new Date(Date.now() - nth * 3_600_000), read_at: null },
      })),
    );
  }
}

/** Fills an empty database with a city of `count` past bookings, in which the measured people have taken part. */
export async function seed(count: number, people: Measured): Promise<void> {
  await insertPeople(count, people);
  await insertPast(count, people);
  await insertPresent(count, people);
}
