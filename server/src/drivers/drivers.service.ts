import { randomUUID } from 'node:crypto';
import type { Point } from '@boli/shared/core/fields';
import { toPaise } from '@boli/shared/core/money';
import type { AvailabilityInput, ProfileInput, ProfilePatch } from '@boli/shared/drivers/drivers.schema';
import type { z } from 'zod';
import type { Actor } from '../core/actor';
import { clock } from '../core/clock';
import { Conflict, NotFound } from '../core/errors';
import { domainEvents } from '../domain-events';
import { removeDocuments, type StoredDocuments, storeDocuments, type UploadedDocuments } from './documents';
import type { DriverProfileDocument } from './drivers.model';
import { checkAllDocuments, licenseKey, needsNewVerification } from './drivers.policy';
import { type ProfileChange, profiles } from './drivers.repository';
import { checkHours } from './duty.service';
import { cellOf } from './position-cell';

const MAX_TRIES = 5;

/** The caller's profile. Throws 404 without one; the client then opens the set-up. */
export async function myProfile(actor: Actor): Promise<DriverProfileDocument> {
  return existing(await profileOf(actor));
}

/** The caller's profile; null without one. */
export function profileOf(actor: Actor): Promise<DriverProfileDocument | null> {
  return profiles.byUser(actor.id);
}

/**
 * Creates the caller's profile. Throws 400 or 415 for its documents, 409 when there is one already, 429 when the
 * account has used up its budget of decoding time, 503 when the server is too busy.
 */
export async function createProfile(
  actor: Actor,
  input: z.output<typeof ProfileInput>,
  uploaded: UploadedDocuments,
): Promise<DriverProfileDocument> {
  checkAllDocuments(uploaded.paths);
  if (await profiles.byUser(actor.id)) throw new Conflict('drivers.profile_exists');
  const stored = await storeDocuments(actor.id, uploaded);
  const profile = newProfile(actor.id, input, stored);
  await keepingFilesOnlyIf(stored, async () => {
    if (!(await profiles.insert(profile))) throw new Conflict('drivers.profile_exists');
  });
  domainEvents.emit('driver.changed', { profile });
  return profile;
}

/**
 * Changes the caller's profile; absent fields and files stay unchanged. Throws 400 or 415 for its documents, 404
 * without a profile, 409 after too many concurrent changes, 429 when the account has used up its budget of decoding
 * time, 503 when the server is too busy.
 */
export async function updateProfile(
  actor: Actor,
  patch: z.output<typeof ProfilePatch>,
  uploaded: UploadedDocuments,
): Promise<DriverProfileDocument> {
  existing(await profiles.byUser(actor.id));
  const stored = await storeDocuments(actor.id, uploaded);
  const { before, after } = await keepingFilesOnlyIf(stored, () => applyPatch(actor.id, patch, stored));
  const replaced = Object.keys(stored).map((name) => [name, before[name as keyof StoredDocuments]]);
  await removeDocuments(Object.fromEntries(replaced));
  domainEvents.emit('driver.changed', { profile: after });
  return after;
}

/**
 * Sets the caller's online switch and, if it is given, the driver's position. Throws 403 for a driver
 * who has to rest, 404 without a profile.
 */
export async function setAvailability(
  actor: Actor,
  input: z.output<typeof AvailabilityInput>,
): Promise<DriverProfileDocument> {
  const { is_available, lat, lng } = input;
  if (is_available) await checkHours(actor.id);
  const position = lat !== null && lng !== null && positionOf({ lat, lng });
  const profile = existing(await profiles.set(actor.id, { online_switch: is_available, ...position }));
  domainEvents.emit('driver.changed', { profile });
  return profile;
}

function positionOf(point: Point): ProfileChange {
  return {
    position_lat: point.lat,
    position_lng: point.lng,
    position_at: clock.now(),
    position_cell: cellOf(point),
  };
}

const costInPaise = (rupees: number | null) => (rupees === null ? null : toPaise(rupees));

function newProfile(
  userId: string,
  { cost_per_km, ...input }: z.output<typeof ProfileInput>,
  stored: StoredDocuments,
): DriverProfileDocument {
  const now = clock.now();
  return {
    _id: randomUUID(),
    user_id: userId,
    ...input,
    cost_per_km_paise: costInPaise(cost_per_km),
    license_key: licenseKey(input.license_number),
    driver_photo: stored.driver_photo ?? null,
    vehicle_image: stored.vehicle_image ?? null,
    rc_document: stored.rc_document ?? null,
    license_document: stored.license_document ?? null,
    fitness_document: stored.fitness_document ?? null,
    verification_status: 'pending',
    rejection_reason: null,
    average_rating: 0,
    total_ratings: 0,
    completed_rides: 0,
    online_switch: true,
    position_lat: null,
    position_lng: null,
    position_at: null,
    position_cell: null,
    version: 1,
    created_at: now,
    submitted_at: now,
    decided_at: null,
    decision_undone_at: null,
  };
}

/**
 * Applies the patch to the latest version of the profile, so that a concurrent decision of an admin is respected, not
 * overwritten. Throws 409 after too many concurrent changes.
 */
async function applyPatch(userId: string, patch: z.output<typeof ProfilePatch>, files: StoredDocuments) {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const before = existing(await profiles.byUser(userId));
    const after = await profiles.change(before, changeOf(before, patch, files));
    if (after) return { before, after };
  }
  throw new Conflict('common.changed_meanwhile');
}

function changeOf(
  before: DriverProfileDocument,
  patch: z.output<typeof ProfilePatch>,
  files: StoredDocuments,
): ProfileChange {
  const { car_model, vehicle_number, vehicle_class, experience_years, license_number, upi_id, cost_per_km } = patch;
  const again = needsNewVerification(before, { ...(license_number !== undefined && { license_number }), files });
  return {
    ...files,
    ...(car_model !== undefined && { car_model }),
    ...(vehicle_number !== undefined && { vehicle_number }),
    ...(vehicle_class !== undefined && { vehicle_class }),
    ...(experience_years !== undefined && { experience_years }),
    ...(license_number !== undefined && { license_number, license_key: licenseKey(license_number) }),
    ...(upi_id !== undefined && { upi_id }),
    ...(cost_per_km !== undefined && { cost_per_km_paise: costInPaise(cost_per_km) }),
    ...(again && { verification_status: 'pending', rejection_reason: null, submitted_at: clock.now() }),
  };
}

/** Runs the write that makes stored files belong to a profile; removes the files again if the write fails. */
async function keepingFilesOnlyIf<T>(stored: StoredDocuments, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    await removeDocuments(stored);
    throw error;
  }
}

function existing(profile: DriverProfileDocument | null): DriverProfileDocument {
  if (!profile) throw new NotFound('drivers.no_profile');
  return profile;
}
