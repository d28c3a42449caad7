import { located } from '../../../values/errors';
import { typeName } from '../../../values/types';
import { DAY, MINUTE } from './calendar';

/** A time zone: its offset from UTC at an instant, in milliseconds. */
export interface Zone {
  isUtc: boolean;
  offsetAt(utc: number): number;
}

export const UTC: Zone = { isUtc: true, offsetAt: () => 0 };

const OFFSET = /^([+-])(\d\d)(?::?(\d\d))?$/;

/** The zone of a fixed offset, such as `+05`, `+0530` or `+05:30`; undefined for any other text. */
export function fixedZone(text: string): Zone | undefined {
  const [, sign, hours, minutes = '0'] = OFFSET.exec(text) ?? [];
  if (hours === undefined) return undefined;
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE;
  return { isUtc: offset === 0, offsetAt: () => offset };
}

// `Intl` counts the years before 100 differently from `Date`. Every earlier instant gets the offset of this instant,
// because zones then had only the local mean time of their city.
const EARLIEST = Date.UTC(100, 0);
// The latest date of JavaScript.
const LATEST = 8_640_000_000_000_000;

const MAX_CACHED_DAYS = 5000;

function namedZone(name: string): Zone {
  const numeric = '2-digit';
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    ...{ month: numeric, day: numeric, hour: numeric, minute: numeric, second: numeric },
  });
  const read = (utc: number) => {
    const instant = Math.floor(Math.min(Math.max(utc, EARLIEST), LATEST) / 1000) * 1000;
    const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
    for (const { type, value } of format.formatToParts(instant)) parts[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) - instant;
  };
  // A formatter is slow, so offsets are cached by day: if both ends of a day have one offset, the whole day has it.
  const days = new Map<number, number | null>();
  const learn = (day: number): number | null => {
    const [start, end] = [read(day * DAY), read((day + 1) * DAY)];
    if (days.size >= MAX_CACHED_DAYS) days.clear();
    days.set(day, start === end ? start : null);
    return start === end ? start : null;
  };
  return {
    isUtc: false,
    offsetAt(utc) {
      const day = Math.floor(utc / DAY);
      const known = days.get(day);
      return (known === undefined ? learn(day) : known) ?? read(utc);
    },
  };
}

const ZONES = new Map<string, Zone>([
  ['UTC', UTC],
  ['GMT', UTC],
]);

/** The zone of an Olson name or an offset; undefined for an unknown one. */
export function findZone(name: string): Zone | undefined {
  const known = ZONES.get(name);
  if (known) return known;
  const fixed = fixedZone(name);
  if (fixed || !/^[A-Za-z]/.test(name)) return fixed;
  try {
    const zone = namedZone(name);
    ZONES.set(name, zone);
    return zone;
  } catch {
    return undefined;
  }
}

/** The time zone of an operator's argument. Throws 40533 for anything but a string, 40485 for an unknown name. */
export function zoneOf(value: unknown, operator: string): Zone {
  if (typeof value !== 'string') {
    throw located(40533, `${operator} requires a string for the timezone argument, but was given a ${typeName(value)}`);
  }
  const zone = findZone(value);
  if (!zone) throw located(40485, `unrecognized time zone identifier: "${value}"`);
  return zone;
}

/** Converts an instant to the local time of a zone, represented as if it were UTC. */
export function toLocal(zone: Zone, utc: number): number {
  return utc + zone.offsetAt(utc);
}

/**
 * Converts a local time of a zone to the instant; a time that a clock change skips is interpreted with the offset
 * before the change.
 */
export function toUtc(zone: Zone, local: number): number {
  const first = local - zone.offsetAt(local);
  const offset = zone.offsetAt(first);
  const second = local - offset;
  if (first === second || zone.offsetAt(second) === offset) return second;
  return Math.max(first, second);
}
