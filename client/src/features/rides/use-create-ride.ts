import type { City } from '@boli/shared/city/city.schema';
import type { FormEvent } from 'react';
import { useConfig } from '../../core/config';
import { useForm } from '../../core/use-form';
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

/** The state of the Create Ride Request form; `onDone` is called after success. */
export function useCreateRide(opened: boolean, onDone: () => void): CreateRide {
  const city = useConfig()?.city ?? null;
  const form = useForm({
    initial: emptyDraft,
    draft: 'ride',
    // The fields differ from those of the call: a point and its name are one field.
    validate: validateDraft,
    input: bodyOf,
    send: (draft, key) => postRide(bodyOf(draft), key),
    successMessage: 'rides.created',
    errorMessage: 'rides.create_failed',
    onSuccess: () => {
      onDone();
      void loadRides().catch(() => undefined);
    },
  });
  const { values: draft, update } = form;
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
