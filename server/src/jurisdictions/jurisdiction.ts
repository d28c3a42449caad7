import {
  type CancellationRule,
  Jurisdiction,
  type Levy,
  type PublicJurisdiction,
} from '@boli/shared/jurisdictions/jurisdictions.schema';
import { bundledNames, readDataFile } from '../core/data-file';
import { settings } from '../settings';

const files = {
  folder: 'jurisdictions',
  setting: 'JURISDICTION',
  what: 'jurisdiction',
  others: [],
  schema: Jurisdiction,
} as const;

/** The names of the jurisdictions that come with the product. */
export function bundledJurisdictions(): string[] {
  return bundledNames(files);
}

/**
 * Reads the jurisdiction of this name, or of the file at this path. Throws `BadSetting` with the first validation
 * error.
 */
export function readJurisdiction(setting: string): Jurisdiction {
  return readDataFile(files, setting);
}

let last: { setting: string; jurisdiction: Jurisdiction } | undefined;

/** The law that applies now; with `JURISDICTION=none` one without rules. Throws `BadSetting` if it cannot be used. */
export function currentJurisdiction(): Jurisdiction {
  const { JURISDICTION: setting } = settings();
  if (last?.setting !== setting) last = { setting, jurisdiction: readJurisdiction(setting) };
  return last.jurisdiction;
}

/** The rules of the current law that are stored with a fee rule; a rule that the law does not have is missing. */
export interface LawOfBooking {
  driver_percent?: number;
  levies?: Levy[];
}

/** What the current law adds to a fee rule. */
export function lawOfFees(): LawOfBooking {
  const { driver_share, levies } = currentJurisdiction();
  return { ...(driver_share && { driver_percent: driver_share.percent }), ...(levies.length > 0 && { levies }) };
}

/** The rule of the fee for cancelling that applies to bookings which are made now; null without one. */
export function cancellationRule(): CancellationRule | null {
  return currentJurisdiction().cancellation;
}

/** Presents the law that applies, for everybody; null with `JURISDICTION=none`. */
export function presentJurisdiction(): PublicJurisdiction | null {
  const { JURISDICTION: setting } = settings();
  if (setting === 'none') return null;
  const law = currentJurisdiction();
  return {
    id: idOf(setting),
    name: law.name,
    date: law.date,
    source: law.source,
    notice: law.notice,
    fare_band: law.fare_band,
    driver_share: law.driver_share,
    cancellation: law.cancellation,
    before_acceptance: law.before_acceptance,
    working_hours: law.working_hours,
    levies: law.levies,
  };
}

/** The name of a bundled file, or that of an operator's file without its folder: paths of the server are not public. */
function idOf(setting: string): string {
  const name = setting.split(/[/\\]/).at(-1) ?? setting;
  return name.replace(/\.json$/, '');
}
