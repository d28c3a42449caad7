import type { UserDocument } from '../auth/auth.model';
import { type Person, users } from '../auth/auth.repository';
import { accountSearch } from '../auth/search.repository';
import type { Slice } from '../core/slice.repository';

/** Accounts with the names of the admins who suspended some of them. */
export interface FoundUsers {
  rows: UserDocument[];
  total: number;
  admins: Map<string, Person>;
}

/** A page of the accounts that match `q`, newest first; if `q` is null, a page of all accounts. */
export async function findUsers({ q, ...slice }: Slice & { q: string | null }): Promise<FoundUsers> {
  const { rows, total } = await accountSearch.find(q, slice);
  return { rows, total, admins: await suspendersOf(rows) };
}

/** The admins who suspended these accounts, by id. */
export async function suspendersOf(rows: readonly UserDocument[]): Promise<Map<string, Person>> {
  const ids = rows.flatMap(({ suspension }) => suspension?.by ?? []);
  return ids.length === 0 ? new Map() : users.people(ids);
}
