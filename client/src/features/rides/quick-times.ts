import { localTime } from './ride-draft';

/** Minutes until the nearest quick time: the minimum lead time of a scheduled ride, plus the time to send the form. */
const SOON_MINUTES = 45;
const EVENING = [20, 0] as const;
const MORNING = [6, 30] as const;

/** A time that one tap chooses; `time` is the value of a datetime-local input. */
export type QuickTime =
  | { kind: 'soon'; minutes: number; time: string }
  | { kind: 'tonight' | 'tomorrow'; minutes: null; time: string };

/** The quick times at `now`, in the user's time zone: soon, this evening if that is later, tomorrow morning. */
export function quickTimes(now: Date): QuickTime[] {
  const soon = new Date(now.getTime() + SOON_MINUTES * 60_000);
  const at = (day: number, [hours, minutes]: readonly [number, number]) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + day, hours, minutes);
  const evening = at(0, EVENING);
  return [
    { kind: 'soon', minutes: SOON_MINUTES, time: localTime(soon) },
    ...(evening > soon ? [{ kind: 'tonight' as const, minutes: null, time: localTime(evening) }] : []),
    { kind: 'tomorrow', minutes: null, time: localTime(at(1, MORNING)) },
  ];
}
