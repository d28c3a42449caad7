import type { City } from '@boli/shared/city/city.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { type FormEvent, useEffect, useRef } from 'react';
import { useConfig } from '../../core/config';
import { logged } from '../../core/log';
import { useForm } from '../../core/use-form';
import { takePrefill } from './prefill';
import {
  bodyOf,
  type DraftErrors,
  type DraftField,
  type End,
  emptyDraft,
  type Place,
  type RideDraft,
  validateDraft,
} from './ride-draft';
import { loadRides, postRide } from './rides.store';
import { type Places, usePlaces } from './use-places';

export interface CreateRide {
  draft: RideDraft;
  places: Places;
  /** The installed city; null where there is none. */
  city: City | null;
  /** The validation errors of touched fields. */
  errors: DraftErrors;
  /** Whether both points are chosen. */
  chosen: boolean;
  busy: boolean;
  touch: (field: DraftField) => void;
  schedule: (later: boolean) => void;
  setTime: (time: string) => void;
  submit: (event: FormEvent<HTMLFormElement>) => void;
}

/** Takes over the ends that another screen has left for the form, each time it opens. */
function usePrefilledEnds(opened: boolean, apply: (ends: Partial<Record<End, Place>>) => void): void {
  const applied = useRef(apply);
  useEffect(() => {
    applied.current = apply;
  });
  useEffect(() => {
    const ends = opened ? takePrefill() : null;
    if (ends) applied.current(ends);
  }, [opened]);
}

/** The state of the Create Ride Request form; `onDone` is called with the request after success. */
export function useCreateRide(opened: boolean, onDone: (created: RideRequest) => void): CreateRide {
  const city = useConfig()?.city ?? null;
  const form = useForm({
    initial: emptyDraft,
    draft: 'ride',
    // The fields of the form differ from those of the call: a point and its name are one field of the form.
    validate: validateDraft,
    input: bodyOf,
    send: (draft, key) => postRide(bodyOf(draft), key),
    successMessage: 'rides.created',
    errorMessage: 'rides.create_failed',
    onSuccess: (created) => {
      onDone(created);
      void loadRides().catch(logged('reading the ride requests'));
    },
  });
  const { values: draft, update } = form;
  usePrefilledEnds(opened, (ends) => update((before) => ({ ...before, ...ends })));
  const changePlace = (end: End, place: Partial<Place>) =>
    update((before) => ({ ...before, [end]: { ...before[end], ...place } }));
  const places = usePlaces({ draft, change: changePlace, opened, city });
  const chosen = draft.pickup.point !== null && draft.drop.point !== null;
  return {
    draft,
    places,
    city,
    errors: form.errors,
    chosen,
    busy: form.busy,
    touch: form.touch,
    schedule: (later) => update((before) => ({ ...before, later, time: later ? before.time : '' })),
    setTime: (time) => form.set('time', time),
    submit: (event) => (chosen ? form.onSubmit(event) : event.preventDefault()),
  };
}
