import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { useAttempt } from '../../core/attempt';
import { clearDraft, readDraft, writeDraft } from '../../core/draft';
import { errorText, t } from '../../core/t';
import { toast } from '../../core/toast';
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

const DRAFT = 'ride';
const fields = ['pickup', 'drop', 'time'] as const;
const inputOf: Record<DraftField, string> = { pickup: 'pickup', drop: 'drop', time: 'scheduled_time' };

export interface CreateRide {
  form: RefObject<HTMLFormElement | null>;
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
  submit: (event: FormEvent) => Promise<void>;
}

/** What was typed, kept for the session whatever happens to the dialog. */
function useRideDraft() {
  const [draft, setDraft] = useState<RideDraft>(() => readDraft(DRAFT, emptyDraft));
  const change = (patch: (before: RideDraft) => RideDraft) =>
    setDraft((before) => {
      const after = patch(before);
      writeDraft(DRAFT, after);
      return after;
    });
  const forget = () => {
    clearDraft(DRAFT);
    setDraft(emptyDraft);
  };
  return { draft, change, forget };
}

/** The state of the Create Ride Request form; `onDone` is called once the request stands. */
export function useCreateRide(opened: boolean, onDone: () => void): CreateRide {
  const form = useRef<HTMLFormElement>(null);
  const { draft, change, forget } = useRideDraft();
  const changePlace = (end: End, place: Partial<Place>) =>
    change((before) => ({ ...before, [end]: { ...before[end], ...place } }));
  const places = usePlaces({ draft, change: changePlace, opened });
  const [touched, setTouched] = useState<readonly DraftField[]>([]);
  const [busy, setBusy] = useState(false);
  const attempt = useAttempt();
  const all = faultsOf(draft);
  const chosen = draft.pickup.point !== null && draft.drop.point !== null;

  const send = async () => {
    const body = bodyOf(draft);
    setBusy(true);
    try {
      await postRide(body, attempt.keyFor(body));
      attempt.done();
      forget();
      setTouched([]);
      toast.success(t('rides.created'));
      onDone();
      void loadRides().catch(() => undefined);
    } catch (error) {
      toast.error(errorText(error, 'rides.create_failed'));
    } finally {
      setBusy(false);
    }
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !chosen) return;
    const first = fields.find((field) => all[field]);
    if (!first) return send();
    setTouched(fields);
    const input = form.current?.elements.namedItem(inputOf[first]);
    if (input instanceof HTMLElement) input.focus();
  };

  return {
    form,
    draft,
    places,
    faults: Object.fromEntries(touched.map((field) => [field, all[field]])),
    chosen,
    busy,
    touch: (field) => setTouched((before) => (before.includes(field) ? before : [...before, field])),
    schedule: (later) => change((before) => ({ ...before, later, time: later ? before.time : '' })),
    setTime: (time) => change((before) => ({ ...before, time })),
    submit,
  };
}
