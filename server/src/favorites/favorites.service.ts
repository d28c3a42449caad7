import { MAX_FAVORITES } from '@boli/shared/core/constants';
import { type Person, users } from '../auth/auth.repository';
import type { Actor } from '../core/actor';
import { clock } from '../core/clock';
import { Conflict, NotFound } from '../core/errors';
import type { DriverProfileDocument } from '../drivers/drivers.model';
import { profiles } from '../drivers/drivers.repository';
import { quotes } from '../rides/quotes.repository';
import { favorites } from './favorites.repository';

/** A favorite driver with everything that a card shows. */
export interface KeptDriver {
  profile: DriverProfileDocument;
  person: Person | undefined;
}

/** The caller's favorite drivers, newest first. */
export async function list(actor: Actor): Promise<KeptDriver[]> {
  const ids = (await favorites.of(actor.id)).map((row) => row.driver_id);
  const [found, people] = await Promise.all([profiles.byUsers(ids), users.people(ids)]);
  return ids.flatMap((id) => {
    const profile = found.get(id);
    return profile ? [{ profile, person: people.get(id) }] : [];
  });
}

/**
 * Adds a driver who has quoted to the caller (every driver of the caller's rides has); adding the same driver again
 * succeeds. Throws 404 for any other driver, so that ids reveal nothing about strangers, 409 when the caller has fifty
 * favorites.
 */
export async function add(actor: Actor, driverId: string): Promise<KeptDriver> {
  const [profile, mayKeep] = await Promise.all([profiles.byUser(driverId), areKnown(actor, [driverId])]);
  if (!profile || !mayKeep) throw new NotFound('favorites.no_profile');
  const isNew = await favorites.insert(actor.id, driverId, clock.now());
  // Counted after the write, so that the last of several concurrent calls counts the rows of all. More additions may be
  // undone than necessary, but never too few.
  if (isNew && (await favorites.count(actor.id)) > MAX_FAVORITES) {
    await favorites.remove(actor.id, driverId);
    throw new Conflict('favorites.too_many', { max: MAX_FAVORITES });
  }
  return { profile, person: (await users.people([driverId])).get(driverId) };
}

/** Removes a favorite driver; removing one that is not a favorite succeeds. */
export async function remove(actor: Actor, driverId: string): Promise<void> {
  await favorites.remove(actor.id, driverId);
}

/** Throws 404 unless each of these drivers is a favorite of the caller or has quoted to the caller. */
export async function checkMayWatch(actor: Actor, driverIds: readonly string[]): Promise<void> {
  if (!(await areKnown(actor, driverIds))) throw new NotFound();
}

async function areKnown(actor: Actor, driverIds: readonly string[]): Promise<boolean> {
  const kept = new Set(await favorites.among(actor.id, driverIds));
  const others = driverIds.filter((driverId) => !kept.has(driverId));
  const quoting = new Set(await quotes.quotingWith(actor.id, others));
  return others.every((driverId) => quoting.has(driverId));
}

/** The profiles of these drivers as they are stored now. */
export async function watched(driverIds: readonly string[]): Promise<DriverProfileDocument[]> {
  return [...(await profiles.byUsers(driverIds)).values()];
}
