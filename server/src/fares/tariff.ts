import { BaseRates, Percent } from '@boli/shared/fares/fares.schema';
import { z } from 'zod';
import { bundledNames, readDataFile } from '../core/data-file';
import { settings } from '../settings';

/** Hours of the day, from `from` until `to`, at which fares are multiplied by a percent; may pass midnight. */
const Band = z
  .strictObject({ from: z.number().int().min(0).max(23), to: z.number().int().min(0).max(23), percent: Percent })
  .refine(({ from, to }) => from !== to, 'begins and ends at the same hour');
type Band = z.infer<typeof Band>;

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const isIn = (hour: number, { from, to }: Band) => (from < to ? hour >= from && hour < to : hour >= from || hour < to);

/** A tariff: `tariffs/*.json`, or the file of an operator. Money in rupees. */
export const Tariff = z.strictObject({
  name: z.string().min(1),
  date: z.iso.date(),
  source: z.string().min(1),
  /** What a law or an authority has fixed, and what the writer of the file has assumed. */
  notified: z.array(z.string()),
  assumed: z.array(z.string()),
  notice: z.string(),
  time_zone: z.string().refine(isTimeZone, 'no time zone'),
  ...BaseRates.shape,
  class_percents: z.strictObject(BaseRates.shape.class_percents.shape),
  /** Hours that no band contains are at 100 percent. */
  hours: z
    .array(Band)
    .refine((bands) => hours.every((hour) => bands.filter((band) => isIn(hour, band)).length <= 1), 'overlap'),
});
export type Tariff = z.infer<typeof Tariff>;

/** The percent of the hour of the day at this time, in the tariff's time zone. */
export function hourPercent({ time_zone, hours: bands }: Pick<Tariff, 'time_zone' | 'hours'>, at: Date): number {
  const hour = new Intl.DateTimeFormat('en', { timeZone: time_zone, hour: '2-digit', hourCycle: 'h23' }).format(at);
  return bands.find((band) => isIn(Number(hour), band))?.percent ?? 100;
}

const files = { folder: 'tariffs', setting: 'TARIFF', what: 'tariff', others: ['off'], schema: Tariff } as const;

/** The names of the tariffs that come with the product. */
export function bundledTariffs(): string[] {
  return bundledNames(files);
}

/** Reads the tariff of this name, or of the file at this path. Throws `BadSetting` with the first validation error. */
export function readTariff(setting: string): Tariff {
  return readDataFile(files, setting);
}

let last: { setting: string; tariff: Tariff } | undefined;

/** The tariff of this process; null with `TARIFF=off`. Throws `BadSetting` if it cannot be used. */
export function currentTariff(): Tariff | null {
  const { TARIFF: setting } = settings();
  if (setting === 'off') return null;
  if (last?.setting !== setting) last = { setting, tariff: readTariff(setting) };
  return last.tariff;
}
