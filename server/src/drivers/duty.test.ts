import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { clock } from '../core/clock';
import { readJurisdiction } from '../jurisdictions/jurisdiction';
import type { TestPerson } from '../testing/app';
import { market } from '../testing/market';
import { setUpPeopleEach, setUpRealtimeApp } from '../testing/set-up';
import { withSettings } from '../testing/settings';
import { socketsOf } from '../testing/sockets';
import { runJobs } from '../wiring/scheduler';
import { DutyModel } from './duty.model';
import { dutyAfter, LONGEST_GAP_MS, restUntil } from './duty.policy';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Three minutes of work. */
const limit = { rule: 'working hours', max_hours: 0.05, rest_hours: 10 };
const folder = mkdtempSync(join(tmpdir(), 'boli-hours-'));
const law = join(folder, 'law.json');

const app = setUpRealtimeApp();
const connect = socketsOf(app);
const steps = market(app);
const { customer, driver } = setUpPeopleEach({
  customer: () => app.register('customer'),
  driver: () => app.registerDriver(),
});
let reset: () => void = () => undefined;
let offset = 0;
beforeAll(() => {
  const rules = { ...readJurisdiction('none'), name: 'Testpur', source: 'Gazette 7', working_hours: limit };
  writeFileSync(law, JSON.stringify(rules));
});
beforeEach(() => {
  offset = 0;
  reset = withSettings({ JURISDICTION: law });
});
afterEach(() => {
  clock.setOffset(0);
  reset();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Lets this many minutes pass, and runs the jobs of the server after each of them. */
async function passMinutes(count: number) {
  for (let done = 0; done < count; done++) {
    offset += MINUTE_MS;
    clock.setOffset(offset);
    await runJobs();
  }
}
const switchOn = ({ token }: TestPerson) =>
  app.request<{ code?: string; detail?: string }>('PUT', '/driver/availability', {
    token,
    body: { is_available: true },
  });
const isOn = async ({ token }: TestPerson) =>
  (await app.request<{ is_available: boolean }>('GET', '/driver/profile', { token })).body.is_available;
const worked = async ({ id }: TestPerson) => (await DutyModel.findById(id).lean())?.worked_ms ?? null;

describe('the limit of working hours', () => {
  test('counts the time online, switches the driver off, and refuses to let the driver go online or quote; the message names the rule and the time', async () => {
    const ride = await steps.ride(customer);
    await connect(driver);
    expect((await switchOn(driver)).status).toBe(200);
    await runJobs();
    await passMinutes(2);
    expect(await isOn(driver)).toBe(true);
    await passMinutes(2);
    expect(await isOn(driver)).toBe(false);
    const refused = await switchOn(driver);
    expect(refused).toMatchObject({ status: 403, body: { code: 'jurisdictions.hours_over' } });
    expect(refused.body.detail).toMatch(
      /^You have been online or driving for 0\.05 hours\. You can go on at .*\d:\d\d.*: working hours \(Testpur; source: Gazette 7\)$/,
    );
    const inHindi = await app.request<{ detail: string }>('PUT', '/driver/availability', {
      token: driver.token,
      body: { is_available: true },
      headers: { 'Accept-Language': 'hi' },
    });
    expect(inHindi.body.detail).toMatch(/^आप 0\.05 घंटे से ऑनलाइन या राइड पर हैं। आप \d+ [\u0900-\u097f].*\d:\d\d.* के बाद/);
    const body = { ride_request_id: ride.id, price: 100 };
    const quoted = await app.request('POST', '/quotes/create', { token: driver.token, body });
    expect(quoted).toMatchObject({ status: 403, body: { code: 'jurisdictions.hours_over' } });
    // After the rest the hours begin at zero.
    offset += 10 * HOUR_MS;
    clock.setOffset(offset);
    expect((await switchOn(driver)).status).toBe(200);
    await runJobs();
    expect(await worked(driver)).toBe(0);
  });

  test('counts the time in a ride, also without a connection', async () => {
    const booking = await steps.booked(customer, driver, { price: 100 });
    await steps.drive(driver, booking, 'in_progress');
    await runJobs();
    await passMinutes(2);
    expect(await worked(driver)).toBeGreaterThanOrEqual(2 * MINUTE_MS);
    await steps.step(driver, booking, 'completed');
    await passMinutes(2);
    expect(await worked(driver)).toBeLessThan(3 * MINUTE_MS);
  });

  test('counts no time where no law sets a limit', async () => {
    reset();
    await connect(driver);
    await switchOn(driver);
    await runJobs();
    await passMinutes(2);
    expect(await worked(driver)).toBeNull();
  });
});

describe('the hours of a driver', () => {
  const start = new Date('2026-01-15T10:00:00Z');
  const after = (ms: number) => new Date(start.getTime() + ms);
  const duty = { _id: 'a driver', worked_ms: 1_000, last_at: start };

  test('grow by short gaps, not by time off duty, and begin anew after the rest', () => {
    expect(dutyAfter(duty, limit, after(LONGEST_GAP_MS)).worked_ms).toBe(1_000 + LONGEST_GAP_MS);
    expect(dutyAfter(duty, limit, after(LONGEST_GAP_MS + 1)).worked_ms).toBe(1_000);
    expect(dutyAfter(duty, limit, after(10 * HOUR_MS - 1)).worked_ms).toBe(1_000);
    expect(dutyAfter(duty, limit, after(10 * HOUR_MS)).worked_ms).toBe(0);
  });

  test('forbid work from the limit on, until the required rest since the last time on duty has passed', () => {
    const full = { ...duty, worked_ms: limit.max_hours * HOUR_MS };
    expect(restUntil({ ...full, worked_ms: full.worked_ms - 1 }, limit, start)).toBeNull();
    expect(restUntil(full, limit, start)).toEqual(after(10 * HOUR_MS));
    expect(restUntil(full, limit, after(10 * HOUR_MS))).toBeNull();
    expect(restUntil(null, limit, start)).toBeNull();
  });
});
