import { randomUUID } from 'node:crypto';
import { MAX_SAVED_PLACES } from '@boli/shared/core/constants';
import { labelKey, type RecentPlace, type SavedPlaceInput } from '@boli/shared/places/places.schema';
import type { Actor } from '../core/actor';
import { clock } from '../core/clock';
import { Conflict, NotFound } from '../core/errors';
import { storeInSlot } from '../core/slots';
import { rides } from '../rides/rides.repository';
import type { SavedPlaceDocument } from './places.model';
import { savedPlaces } from './places.repository';
import { distinctEnds } from './recent';

/** How many of the last ride requests are searched for different places. */
const REQUESTS_READ = 50;
/** All attempts fail only if a script removes and saves the same label without a pause. */
const MAX_TRIES = 10;

/** The caller's saved places, newest first. */
export async function listSaved(actor: Actor): Promise<SavedPlaceDocument[]> {
  return savedPlaces.of(actor.id);
}

/**
 * Saves a place. A place of the caller with the same label is replaced, so that a repeated call gives the same answer.
 * Throws 409 when there are twenty, also under concurrent calls.
 */
export async function save(actor: Actor, input: SavedPlaceInput): Promise<SavedPlaceDocument> {
  const key = labelKey(input.label);
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const moved = await savedPlaces.move(actor.id, key, input);
    if (moved) return moved;
    const place = { _id: randomUUID(), user_id: actor.id, label_key: key, ...input, created_at: clock.now() };
    let stored: SavedPlaceDocument | null = null;
    const outcome = await storeInSlot({
      max: MAX_SAVED_PLACES,
      holders: async () => (await savedPlaces.of(actor.id)).map(({ slot }) => slot),
      store: (slot) => {
        stored = { ...place, slot };
        return savedPlaces.insert(stored);
      },
    });
    if (outcome === 'full') throw new Conflict('places.too_many', { max: MAX_SAVED_PLACES });
    if (outcome === 'stored' && stored) return stored;
  }
  throw new Conflict('common.changed_meanwhile');
}

/** Removes a saved place of the caller. Throws 404 when the caller has none with this id. */
export async function remove(actor: Actor, id: string): Promise<void> {
  if (!(await savedPlaces.remove(id, actor.id))) throw new NotFound();
}

/** The different pickups and drops of the caller's last ride requests, newest first. */
export async function listRecent(actor: Actor): Promise<RecentPlace[]> {
  return distinctEnds(await rides.lastEndsOf(actor.id, REQUESTS_READ));
}
