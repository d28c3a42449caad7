import { randomUUID } from 'node:crypto';
import { UserModel } from '../server/src/auth/auth.model';
import { searchPartsOf } from '../server/src/auth/search-parts';
import { signToken } from '../server/src/auth/tokens';
import { DriverProfileModel } from '../server/src/drivers/drivers.model';
import type { Person } from './documents';
import { insert } from './insert';

/** A person who is signed in. */
export interface Account extends Person {
  token: string;
}

type Role = 'driver' | 'customer';

/** The account of a person, as it is stored. */
export function accountOf(role: Role, { id, name }: Person, createdAt: Date) {
  const email = `${id}@example.org`;
  return {
    ...{ _id: id, name, email, role, phone: null },
    ...{ password_hash: 'none', token_version: 0, session_ids: [] as string[], suspension: null },
    created_at: createdAt,
    ...searchPartsOf({ name, email, phone: null }),
  };
}

/** The profile of a driver, as it is stored: verified or, with `isWaiting`, waiting for a decision. */
export function profileOf(driver: Person, nth: number, isWaiting: boolean) {
  return {
    ...{ _id: `profile-${driver.id}`, user_id: driver.id, car_model: 'Maruti Dzire', vehicle_number: 'DL01AB1234' },
    ...{ experience_years: 5, license_number: `DL-${nth}`, license_key: `DL${nth}`, upi_id: null },
    ...{ driver_photo: null, vehicle_image: null, rc_document: null, license_document: null, fitness_document: null },
    ...{ verification_status: isWaiting ? 'pending' : 'verified', rejection_reason: null, average_rating: 4.5 },
    ...{ total_ratings: 10, completed_rides: 10, online_switch: true, position_lat: null, position_lng: null },
    ...{ position_at: null, position_cell: null, version: 1, created_at: new Date(), submitted_at: new Date() },
  };
}

/** New accounts of a role, each signed in once; stores nothing. */
export function makeAccounts(role: Role, count: number): { accounts: Account[]; users: object[] } {
  const now = new Date();
  const made = Array.from({ length: count }, (_, nth) => {
    const sid = randomUUID();
    const user = { ...accountOf(role, { id: randomUUID(), name: `${role} ${nth}` }, now), session_ids: [sid] };
    return { user, account: { id: user._id, name: user.name, token: signToken({ ...user, role }, sid) } };
  });
  return { accounts: made.map(({ account }) => account), users: made.map(({ user }) => user) };
}

/** Stores accounts of a role, drivers with their profiles. */
export async function storeAccounts(
  role: Role,
  { accounts, users }: ReturnType<typeof makeAccounts>,
): Promise<Account[]> {
  await insert(UserModel, users);
  if (role === 'driver') {
    const profiles = accounts.map((driver, nth) => profileOf(driver, nth, false));
    await insert(DriverProfileModel, profiles);
  }
  return accounts;
}

/** Makes new accounts of a role and stores them. */
export function insertAccounts(role: Role, count: number): Promise<Account[]> {
  return storeAccounts(role, makeAccounts(role, count));
}
