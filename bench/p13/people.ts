import { UserModel } from '../../server/src/auth/auth.model';
import { signToken } from '../../server/src/auth/tokens';
import { BookingModel } from '../../server/src/bookings/bookings.model';
import { DriverProfileModel } from '../../server/src/drivers/drivers.model';
import { RideModel } from '../../server/src/rides/rides.model';
import { bookingOf, openRideOf, type Person } from '../documents';
import { insert } from '../insert';
import type { StormClient } from './client';

/**
 * The shares of drivers who look for requests and of customers with an open request; the other clients have a booking.
 */
const LOOKING = 0.6;
const WAITING = 0.2;
/**
 * The side, in degrees, of the square in which all requests lie. With ten thousand clients, a driver's circle contains
 * about thirty requests.
 */
const SPREAD = 0.65;
const CENTER = { lat: 28.6139, lng: 77.209 };
const RADIUS_KM = 5;

const scattered = (nth: number, salt: number) => {
  const x = Math.sin(nth * 12.9898 + salt * 78.233) * 43_758.5453;
  return (x - Math.floor(x) - 0.5) * SPREAD;
};
const placeOf = (nth: number) => ({ lat: CENTER.lat + scattered(nth, 1), lng: CENTER.lng + scattered(nth, 2) });

const person = (nth: number, role: 'driver' | 'customer'): Person & { role: typeof role } => ({
  id: `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`,
  name: `${role === 'driver' ? 'Driver' : 'Customer'} ${nth}`,
  role,
});
type Member = ReturnType<typeof person>;

const sessionOf = ({ id }: Person) => id;

function accountOf(member: Member) {
  return {
    _id: member.id,
    email: `${member.id}@example.org`,
    name: member.name,
    role: member.role,
    phone: '9800000000',
    password_hash: 'none',
    token_version: 0,
    email_confirmed_at: null,
    session_ids: [sessionOf(member)],
    suspension: null,
    created_at: new Date(),
  };
}

function profileOf({ id }: Member, nth: number) {
  const { lat, lng } = placeOf(nth);
  const files = { driver_photo: null, vehicle_image: null, rc_document: null, license_document: null };
  return {
    _id: `profile-${id}`,
    user_id: id,
    car_model: 'Maruti Dzire',
    vehicle_number: 'DL01AB1234',
    vehicle_class: null,
    experience_years: 5,
    license_number: `DL-${nth}`,
    license_key: `DL${nth}`,
    upi_id: null,
    ...files,
    fitness_document: null,
    verification_status: 'verified',
    rejection_reason: null,
    average_rating: 4.5,
    total_ratings: 10,
    completed_rides: 10,
    online_switch: true,
    position_lat: lat,
    position_lng: lng,
    position_at: new Date(),
    version: 1,
    created_at: new Date(),
    submitted_at: new Date(),
  };
}

/** An open request of this customer, with its pickup anywhere in the town, posted within the last half hour. */
function rideFor(nth: number, customer: Person) {
  const [from, to] = [placeOf(nth), placeOf(nth + 500_000)];
  const places = { pickup_lat: from.lat, pickup_lng: from.lng, drop_lat: to.lat, drop_lng: to.lng };
  return {
    ...openRideOf(nth, customer, 1 + (nth % 20)),
    ...places,
    _id: idOf(nth),
    changed_at: new Date(Date.now() - (nth % 1_800) * 1_000),
  };
}

const idOf = (nth: number) => `00000000-0000-4000-9000-${String(nth).padStart(12, '0')}`;

/** A ride in progress of this customer and driver. */
function bookingFor(nth: number, customer: Person, driver: Person) {
  const course = {
    nth,
    customer,
    driver,
    at: new Date(),
    status: 'in_progress',
    payment: 'cash',
    isPaid: false,
  } as const;
  return { ...bookingOf(course), _id: idOf(nth) };
}

/**
 * Stores a town of `count` people and what they watch: drivers look for requests around them, customers wait for quotes,
 * the others ride. Resolves with what each of them sends after its handshake.
 */
export async function storePeople(count: number): Promise<StormClient[]> {
  const looking = Math.round(count * LOOKING);
  const waiting = Math.round(count * WAITING);
  const members = Array.from({ length: count }, (_, nth) =>
    person(nth, nth < looking || (nth >= looking + waiting && nth % 2 === 0) ? 'driver' : 'customer'),
  );
  const tokenOf = (member: Member) =>
    signToken({ _id: member.id, role: member.role, token_version: 0 }, sessionOf(member));
  await insert(UserModel, members.map(accountOf));
  await insert(
    DriverProfileModel,
    members.flatMap((member, nth) => (member.role === 'driver' ? [profileOf(member, nth)] : [])),
  );
  const waiters = members.slice(looking, looking + waiting);
  await insert(
    RideModel,
    waiters.map((customer, at) => rideFor(looking + at, customer)),
  );
  const pairs: ReturnType<typeof bookingFor>[] = [];
  for (let nth = looking + waiting; nth < count; nth += 2) {
    const [driver, customer] = [members[nth], members[nth + 1]];
    if (driver && customer) pairs.push(bookingFor(nth, customer, driver));
  }
  await insert(BookingModel, pairs);
  return members.map((member, nth) => {
    const token = tokenOf(member);
    if (nth < looking) return { token, watch: ['rides:watch', { near: { ...placeOf(nth), radius_km: RADIUS_KM } }] };
    if (nth < looking + waiting) return { token, watch: ['ride:watch', { ride_request_id: idOf(nth), since: 1 }] };
    return { token, watch: ['booking:watch', { booking_id: idOf(nth - (nth % 2)) }] };
  });
}
