import type { FormEvent } from 'react';
import { useForm } from '../../core/use-form';
import {
  bodyOf,
  type DraftFaults,
  type DraftField,
  type End,
  emptyDraft,
  faultsOf,
  type Place,
  type RideDraft,
} from './ride-draft';
import { loadRides, postRide } from './rides.store';
import { type Places, usePlaces } from './use-places';

export interface CreateRide {
  draft: RideDraft;
  places: Places;
  /** The faults of the fields that were left or sent. */
  faults: DraftFaults;
  /** Both points stand on the map. */
  chosen: boolean;
  busy: boolean;
  touch: (field: DraftField) => void;
  schedule: (later: boolean) => void;
  setTime: (time: string) => void;
  submit: (event: FormEvent<HTMLFormElement>) => void;
}

/** The state of the Create Ride Request form; `onDone` is called once the request stands. */
export function useCreateRide(opened: boolean, onDone: () => void): CreateRide {
  const form = useForm({
    initial: emptyDraft,
    draft: 'ride',
    // The fields are not those of the call: two points with their names are one field each.
    extra: faultsOf,
    input: bodyOf,
    send: (draft, key) => postRide(bodyOf(draft), key),
    says: 'rides.created',
    failed: 'rides.create_failed',
    done: () => {
      onDone();
      void loadRides().catch(() => undefined);
    },
  });
  const { values: draft, update } = form;
  const changePlace = (end: End, place: Partial<Place>) =>
    update((before) => ({ ...before, [end]: { ...before[end], ...place } }));
  const places = usePlaces({ draft, change: changePlace, opened });
  const chosen = draft.pickup.point !== null && draft.drop.point !== null;
  return {
    draft,
    places,
    faults: form.errors,
    chosen,
    busy: form.busy,
    touch: form.leave,
    schedule: (later) => update((before) => ({ ...before, later, time: later ? before.time : '' })),
    setTime: (time) => form.set('time', time),
    submit: (event) => (chosen ? form.onSubmit(event) : event.preventDefault()),
  };
}
