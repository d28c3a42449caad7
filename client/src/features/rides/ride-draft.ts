import { SCHEDULE_LEAD_MINUTES } from '@boli/shared/core/constants';
import type { BodyInput } from '@boli/shared/core/endpoint';
import { explainIssues } from '@boli/shared/core/explain';
import type { Point } from '@boli/shared/core/fields';
import type { createRide } from '@boli/shared/rides/rides.endpoints';
import { RideRequestInput } from '@boli/shared/rides/rides.schema';
import { looksLikeCoordinates, parseCoordinates } from '../../core/address';
import { currentLanguage } from '../../core/language';
import { t } from '../../core/t';

/** The pickup or the drop in the form. */
export interface Place {
  text: string;
  point: Point | null;
  /** The text that was found for the point; absent or empty if none was found. */
  foundWords?: string;
  /** Whether the form, on opening, set this place to the device's position: the next opening sets it again. */
  isAuto?: boolean;
}
export type End = 'pickup' | 'drop';
export const ends = ['pickup', 'drop'] as const satisfies readonly End[];

/** The values of the form. `time` is the value of a datetime-local input, in the user's time zone. */
export interface RideDraft extends Record<End, Place> {
  later: boolean;
  time: string;
  /** The price that the customer names, as it is typed; empty for none. */
  asked: string;
}

export const emptyDraft: RideDraft = {
  pickup: { text: '', point: null },
  drop: { text: '', point: null },
  later: false,
  time: '',
  asked: '',
};

/** What another screen fills in when the form opens; a field that is not given keeps its draft. */
export type Prefill = Partial<Record<End, Place> & Pick<RideDraft, 'asked'>>;

/**
 * Whether an edited text still names the point of its place: such a text contains the first part of the text that was
 * found for the point. Any other text means another place, and must not be sent with the old point.
 */
export function stillNames(text: string, { foundWords = '' }: Place): boolean {
  const [first = ''] = foundWords.split(',');
  return text.toLowerCase().includes(first.trim().toLowerCase());
}

const isEntered = ({ text, point, isAuto }: Place) => !isAuto && (point !== null || text.trim() !== '');

/** Whether the draft has anything that a person entered, other than the values in `given`. */
export const hasEntered = (draft: RideDraft, given: Prefill): boolean =>
  draft.later ||
  (given.asked === undefined && draft.asked !== '') ||
  ends.some((end) => !given[end] && isEntered(draft[end]));

type RideBody = BodyInput<typeof createRide>;

/** The body of the HTTP request. The local time is sent as ISO 8601 in UTC (specification, section 4). */
export function bodyOf({ pickup, drop, later, time, asked }: RideDraft): RideBody {
  const planned = later && time ? new Date(time) : null;
  return {
    pickup_location: pickup.text,
    pickup_lat: pickup.point?.lat,
    pickup_lng: pickup.point?.lng,
    drop_location: drop.text,
    drop_lat: drop.point?.lat,
    drop_lng: drop.point?.lng,
    is_scheduled: later,
    scheduled_time: planned && !Number.isNaN(planned.getTime()) ? planned.toISOString() : null,
    ...(asked.trim() !== '' && { asked_price: Number(asked) }),
  };
}

export type DraftField = 'pickup' | 'drop' | 'time' | 'asked';
export type DraftErrors = Partial<Record<DraftField, string>>;

const fieldOf: Record<string, DraftField> = {
  pickup_location: 'pickup',
  pickup_lat: 'pickup',
  pickup_lng: 'pickup',
  drop_location: 'drop',
  drop_lat: 'drop',
  drop_lng: 'drop',
  scheduled_time: 'time',
  asked_price: 'asked',
};

/** The validation errors by field, with the server's texts; coordinates out of range are an error too. */
export function validateDraft(draft: RideDraft): DraftErrors {
  const result = RideRequestInput.safeParse(bodyOf(draft), { reportInput: true });
  const errors: DraftErrors = {};
  for (const end of ends) {
    // Coordinates out of range would otherwise pass as the name of the point chosen before.
    const { text } = draft[end];
    if (looksLikeCoordinates(text) && !parseCoordinates(text)) errors[end] = t('rides.point_range');
  }
  for (const { field, message } of result.success ? [] : explainIssues(result.error, currentLanguage())) {
    const name = fieldOf[field];
    if (name) errors[name] ??= message;
  }
  return errors;
}

/** A time as the value of a datetime-local input: whole minutes of the user's time zone, seconds rounded up. */
export function localTime(time: Date): string {
  const at = new Date(time.getTime() + 60_000 - 1);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The earliest scheduled time, as the value of a datetime-local input. */
export function earliestTime(now: Date): string {
  return localTime(new Date(now.getTime() + SCHEDULE_LEAD_MINUTES * 60_000));
}
