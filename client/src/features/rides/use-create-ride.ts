import type { City } from '@boli/shared/city/city.schema';
import type { Point } from '@boli/shared/core/fields';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useConfig } from '../../core/config';
import { logged } from '../../core/log';
import { offerPush } from '../../core/push-offer';
import { useForm } from '../../core/use-form';
import { takePrefill } from './prefill';
import {
  bodyOf,
  type DraftErrors,
  type DraftField,
  type End,
  emptyDraft,
  ends,
  hasEntered,
  type Place,
  type Prefill,
  type RideDraft,
  validateDraft,
} from './ride-draft';
import { loadRides, postedProof, postRide } from './rides.store';
import { type Places, usePlaces } from './use-places';

export interface CreateRide {
  draft: RideDraft;
  places: Places;
  /** The installed city; null if there is none. */
  city: City | null;
  /** Whether the server has a place search; null until its settings are known. */
  canSearch: boolean | null;
  /** The validation errors of touched fields. */
  errors: DraftErrors;
  /** Whether both points are chosen. */
  chosen: boolean;
  busy: boolean;
  /** Whether the form opened with what a person entered before. */
  isReturned: boolean;
  /** Empties the form; the pickup is the device's position again. */
  startNew: () => void;
  touch: (field: DraftField) => void;
  schedule: (later: boolean) => void;
  setTime: (time: string) => void;
  setAsked: (asked: string) => void;
  submit: (event: FormEvent<HTMLFormElement>) => void;
}

const isAt = (one: Point | null, other: Point | null) => one?.lat === other?.lat && one?.lng === other?.lng;

/** Whether the draft still has the given values; a place that was given empty may have the device's position. */
const holds = (draft: RideDraft, given: Prefill, me: Point | null) =>
  (given.asked === undefined || given.asked === draft.asked) &&
  ends.every((end) => {
    const [now, first] = [draft[end], given[end]];
    if (!first || (first.text === '' && me !== null && isAt(now.point, me))) return true;
    return now.text === first.text && isAt(now.point, first.point);
  });

interface Prefilled {
  opened: boolean;
  draft: RideDraft;
  busy: boolean;
  /** The device's position, once known. */
  me: Point | null;
  apply: (given: Prefill) => void;
  /** Called at each opening: whether the form has what a person entered before. */
  onOpen: (isDraft: boolean) => void;
  onClose: () => void;
}

/**
 * Takes over the values that another screen has prefilled, each time the form opens. If the form closes and the user
 * has changed none of them, the previous draft returns: the next opening must not show a ride that the user did not
 * enter. A request that is being sent keeps its places, for another attempt.
 */
function usePrefilledEnds({ opened, ...rest }: Prefilled): void {
  const latest = useRef(rest);
  useEffect(() => {
    latest.current = rest;
  });
  const filled = useRef<{ before: Prefill; given: Prefill } | null>(null);
  useEffect(() => {
    const { draft: now, busy, me, apply: set, onOpen, onClose } = latest.current;
    if (opened) {
      const given = takePrefill();
      onOpen(hasEntered(now, given ?? {}));
      if (!given) return;
      filled.current = {
        before: {
          ...(given.pickup && { pickup: now.pickup }),
          ...(given.drop && { drop: now.drop }),
          ...(given.asked !== undefined && { asked: now.asked }),
        },
        given,
      };
      set(given);
    } else {
      if (filled.current && !busy && holds(now, filled.current.given, me)) set(filled.current.before);
      filled.current = null;
      onClose();
    }
  }, [opened]);
}

/** Calls `clear` once the request is posted and the dialog is closed: a closing dialog still shows the request. */
function useClearedWhenDone(isDone: boolean, clear: () => void): void {
  const latest = useRef(clear);
  useEffect(() => {
    latest.current = clear;
  });
  useEffect(() => {
    if (isDone) latest.current();
  }, [isDone]);
}

/** The state of the Create Ride Request form; `onDone` is called with the request after success. */
export function useCreateRide(opened: boolean, onDone: (created: RideRequest) => void): CreateRide {
  const [isReturned, setReturned] = useState(false);
  const [isPosted, setPosted] = useState(false);
  const config = useConfig();
  const city = config?.city ?? null;
  const form = useForm({
    initial: emptyDraft,
    draft: 'ride',
    // The fields of the form differ from those of the HTTP request: a point and its name are one field of the form.
    validate: validateDraft,
    input: bodyOf,
    send: (draft, key) => postRide(bodyOf(draft), key),
    proof: (draft) => postedProof(bodyOf(draft)),
    successMessage: 'rides.created',
    errorMessage: 'rides.create_failed',
    valuesAfterSuccess: (_created, posted) => posted,
    onSuccess: (created) => {
      setPosted(true);
      onDone(created);
      offerPush();
      void loadRides().catch(logged('reading the ride requests'));
    },
  });
  const { values: draft, update } = form;
  const changePlace = (end: End, place: Partial<Place>) =>
    update((before) => ({ ...before, [end]: { ...before[end], isAuto: false, ...place } }));
  const places = usePlaces({ draft, change: changePlace, opened, city });
  usePrefilledEnds({
    ...{ opened, draft, busy: form.busy, me: places.me },
    apply: (given) => update((before) => ({ ...before, ...given })),
    onOpen: setReturned,
    onClose: form.hideErrors,
  });
  useClearedWhenDone(isPosted && !opened, () => {
    form.clear();
    setPosted(false);
  });
  const chosen = draft.pickup.point !== null && draft.drop.point !== null;
  return {
    draft,
    places,
    city,
    canSearch: config && city?.places === true,
    errors: form.errors,
    chosen,
    busy: form.busy,
    isReturned,
    startNew: () => {
      form.clear();
      setReturned(false);
      places.startHere();
    },
    touch: form.touch,
    schedule: (later) => update((before) => ({ ...before, later, time: later ? before.time : '' })),
    setTime: (time) => form.set('time', time),
    setAsked: (asked) => form.set('asked', asked),
    submit: (event) => (chosen ? form.onSubmit(event) : event.preventDefault()),
  };
}
