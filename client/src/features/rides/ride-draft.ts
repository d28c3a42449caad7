import { SCHEDULE_LEAD_MINUTES } from '@boli/shared/core/constants';
import type { BodyInput } from '@boli/shared/core/endpoint';
import { explainIssues } from '@boli/shared/core/explain';
import type { Point } from '@boli/shared/core/fields';
import type { createRide } from '@boli/shared/rides/rides.endpoints';
import { RideRequestInput } from '@boli/shared/rides/rides.schema';
import { isPairText, parsePair } from '../../core/address';
import { t } from '../../core/t';

/** One end of a ride as it stands in the form. */
export interface Place {
  text: string;
  point: Point | null;
}
export type End = 'pickup' | 'drop';

/** What the form holds. `time` is the value of a datetime-local input, in the reader's zone. */
export interface RideDraft extends Record<End, Place> {
  later: boolean;
  time: string;
}

export const emptyDraft: RideDraft = {
  pickup: { text: '', point: null },
  drop: { text: '', point: null },
  later: false,
  time: '',
};

type RideBody = BodyInput<typeof createRide>;

/** The call's body. A ride counts as scheduled once a time is chosen; the local time goes out as ISO (section 4). */
export function bodyOf({ pickup, drop, later, time }: RideDraft): RideBody {
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
  };
}

export type DraftField = 'pickup' | 'drop' | 'time';
export type DraftFaults = Partial<Record<DraftField, string>>;

const fieldOf: Record<string, DraftField> = {
  pickup_location: 'pickup',
  pickup_lat: 'pickup',
  pickup_lng: 'pickup',
  drop_location: 'drop',
  drop_lat: 'drop',
  drop_lng: 'drop',
  scheduled_time: 'time',
};

const ends = ['pickup', 'drop'] as const satisfies readonly End[];

/** What the server would refuse, by field and in its very words, and coordinates of no place on earth; empty when nothing. */
export function faultsOf(draft: RideDraft): DraftFaults {
  const result = RideRequestInput.safeParse(bodyOf(draft), { reportInput: true });
  const faults: DraftFaults = {};
  for (const end of ends) {
    // Meant as a point, it would pass as the name of the place that was chosen before.
    const { text } = draft[end];
    if (isPairText(text) && !parsePair(text)) faults[end] = t('rides.point_range');
  }
  for (const { field, message } of result.success ? [] : explainIssues(result.error)) {
    const name = fieldOf[field];
    if (name) faults[name] ??= message;
  }
  return faults;
}

/** The earliest time that may be planned, as a datetime-local input writes it. */
export function earliestTime(now: Date): string {
  const lead = new Date(now.getTime() + (SCHEDULE_LEAD_MINUTES + 1) * 60_000 - 1);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${lead.getFullYear()}-${two(lead.getMonth() + 1)}-${two(lead.getDate())}`;
  return `${day}T${two(lead.getHours())}:${two(lead.getMinutes())}`;
}
