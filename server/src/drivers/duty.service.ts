import { allLanguages, type Texts } from '@boli/shared/core/messages';
import { languages } from '@boli/shared/messages/languages';
import { clock } from '../core/clock';
import { Forbidden } from '../core/errors';
import { INDIA } from '../core/india';
import { domainEvents } from '../domain-events';
import { currentJurisdiction } from '../jurisdictions/jurisdiction';
import { profiles } from './drivers.repository';
import type { DutyDocument } from './duty.model';
import { dutyAfter, restUntil } from './duty.policy';
import { duties } from './duty.repository';
import { onlineDrivers } from './presence';

/** The shortest interval (ms) between two counts of a driver's time, however often the job runs. */
const COUNT_EVERY_MS = 30_000;

/** Formats a time in every language. */
function inWords(time: Date): Texts {
  const form = { timeZone: INDIA, dateStyle: 'medium', timeStyle: 'short' } as const;
  return Object.fromEntries(
    allLanguages().map((language) => [
      language,
      new Intl.DateTimeFormat(languages[language].locale, form).format(time),
    ]),
  );
}

/**
 * Throws 403, with the rule and the time from which the driver may work again, for a driver who has been online or in
 * rides for as long as the law allows. Does nothing where no law limits the hours.
 */
export async function checkHours(driverId: string): Promise<void> {
  const { working_hours: limit, name, source } = currentJurisdiction();
  if (!limit) return;
  const until = restUntil(await duties.byDriver(driverId), limit, clock.now());
  if (!until) return;
  const { rule, max_hours: hours } = limit;
  throw new Forbidden('jurisdictions.hours_over', { hours, time: inWords(until), rule, name, source });
}

/**
 * Counts the time since the last count for the drivers who are online or in a ride. Switches off the online drivers who
 * have reached the limit of the law, so that their rest begins. Does nothing where no law limits the hours.
 */
export async function countHours(inRides: () => Promise<string[]>): Promise<void> {
  const { working_hours: limit } = currentJurisdiction();
  if (!limit) return;
  const riding = await inRides();
  const online = [...(await profiles.byUsers(onlineDrivers())).values()].filter(({ online_switch }) => online_switch);
  const ids = [...new Set([...riding, ...online.map(({ user_id }) => user_id)])];
  const known = await duties.byDrivers(ids);
  const now = clock.now();
  for (const id of ids) {
    const read = known.get(id);
    if (read && now.getTime() - read.last_at.getTime() < COUNT_EVERY_MS) continue;
    const duty: DutyDocument = read ? dutyAfter(read, limit, now) : { _id: id, worked_ms: 0, last_at: now };
    await (read ? duties.replace(read, duty) : duties.insert(duty));
    if (restUntil(duty, limit, now) && online.some(({ user_id }) => user_id === id)) await switchOff(id);
  }
}

async function switchOff(driverId: string): Promise<void> {
  const profile = await profiles.set(driverId, { online_switch: false });
  if (profile) domainEvents.emit('driver.changed', { profile });
}
