import type { Point } from '@boli/shared/core/fields';
import { latLngToCell } from 'h3-js';
import { INDIA } from '../core/india';
import { currentTariff } from '../fares/tariff';

/** Cells of about 5 km², the size of a neighbourhood. */
const RESOLUTION = 7;
const MINUTE_MS = 60_000;

/** The area of a point. */
export const areaOf = ({ lat, lng }: Point): string => latLngToCell(lat, lng, RESOLUTION);

/** An hour of an area: `starts_at` is the beginning of the full hour in the town's time zone. */
export interface AreaHour {
  area: string;
  hour: number;
  starts_at: Date;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The format of hours and minutes in a time zone; creating a format takes longer than using it a hundred times. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  formats.set(timeZone, format);
  return format;
}

/** The hour of the day and the beginning of the hour at this time, in the time zone of the town. */
export function townHour(at: Date): Omit<AreaHour, 'area'> {
  const parts = formatOf(currentTariff()?.time_zone ?? INDIA).formatToParts(at);
  const partOf = (type: 'hour' | 'minute') => Number(parts.find((part) => part.type === type)?.value);
  const minute = Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS;
  return { hour: partOf('hour'), starts_at: new Date(minute - partOf('minute') * MINUTE_MS) };
}
