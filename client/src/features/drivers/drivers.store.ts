import { OPEN_REQUESTS_POLL_MS } from '@boli/shared/core/constants';
import { readEarnings, readProfile, setAvailability } from '@boli/shared/drivers/drivers.endpoints';
import { type DriverProfile, type Earnings, NULL_IF_MISSING } from '@boli/shared/drivers/drivers.schema';
import { readDailyEarnings } from '@boli/shared/ledger/ledger.endpoints';
import type { DailyEarnings } from '@boli/shared/ledger/ledger.schema';
import { ApiError, call } from '../../core/api';
import { useDevicePosition } from '../../core/device-position';
import { usePass } from '../../core/fee-rule';
import { logged } from '../../core/log';
import { createUserStore } from '../../core/mirror';
import { useOwnCost } from '../../core/own-cost';
import { offerPush } from '../../core/push-offer';
import { createReadGuard, type PendingRead } from '../../core/read-guard';
import { send } from '../../core/socket';
import { useSync } from '../../core/sync';

interface DriversState {
  /** `missing`: the driver has no profile yet (Driver Setup); `failed`: it could not be read. */
  profileState: 'loading' | 'ready' | 'missing' | 'failed';
  profile: DriverProfile | null;
  /** The state that the driver has just given the online switch; null once the server's state counts again. */
  turnedTo: boolean | null;
  earnings: Earnings | null;
  earningsFailed: boolean;
  /** Today's earnings; their `date` is the day in India that was read. Null until they are read. */
  today: DailyEarnings | null;
}

const empty: DriversState = {
  profileState: 'loading',
  profile: null,
  turnedTo: null,
  earnings: null,
  earningsFailed: false,
  today: null,
};

/** The signed-in driver's own profile and earnings: single values, so this is no mirror of rows (core/mirror.ts). */
export const useDriver = createUserStore(empty);

const guard = createReadGuard();
/** Touched when the availability changes: a profile that was requested before the change has the old availability. */
const AVAILABILITY = 'availability';

/** How long (ms) profiles with the former state may still arrive after the switch was turned. */
const SETTLED_MS = 2_000;

/**
 * Keeps the switch as the driver turned it, whatever profile arrives: the profile may have been sent before the change.
 */
function keepTurned(turnedTo: boolean): void {
  useDriver.setState({ turnedTo });
}

/**
 * After `SETTLED_MS` the server's online state counts again; the profile is then read, because the online state of
 * profiles that arrived meanwhile was ignored.
 */
function settle(): void {
  setTimeout(() => {
    // Null: another person has signed in, a later change has failed, or an earlier timer has read the profile.
    if (useDriver.getState().turnedTo === null) return;
    useDriver.setState({ turnedTo: null });
    void loadProfile();
  }, SETTLED_MS);
}

/** Stores a saved, read or pushed profile, and the cost of a kilometre that comes with it. */
export function upsertProfile(profile: DriverProfile): void {
  const is_available = useDriver.getState().turnedTo ?? profile.is_available;
  useOwnCost.setState({ perKm: profile.cost_per_km ?? null });
  useDriver.setState({ profile: { ...profile, is_available }, profileState: 'ready' });
}

/** Shows the profile as this device last knew it, unless it was read from the server. */
export function applyLastKnownProfile(profile: DriverProfile): void {
  if (!useDriver.getState().profile) upsertProfile(profile);
}

/** Stores read or pushed earnings, and the end of the driver's pass that comes with them. */
export function upsertEarnings(earnings: Earnings): void {
  usePass.setState({ until: earnings.pass_until ?? null });
  useDriver.setState({ earnings, earningsFailed: false });
}

/** Applies a `driver:updated` event of this driver: the whole profile, or only its public part. */
export function onDriverUpdated(
  update: { profile: DriverProfile } | Pick<DriverProfile, 'is_available' | 'verification_status'>,
): void {
  const held = useDriver.getState().profile;
  if ('profile' in update) {
    upsertProfile(update.profile);
  } else if (held) {
    guard.touch(AVAILABILITY);
    const { is_available, verification_status } = update;
    upsertProfile({ ...held, is_available, verification_status });
  }
}

/**
 * Reads the profile. Null, or the 404 of an older server, means that there is no profile yet. After another failure the
 * shown profile stays, and the promise resolves to the error; otherwise it resolves to null.
 */
export function loadProfile(): Promise<unknown> {
  const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404;
  const showMissing = () => useDriver.setState({ profile: null, profileState: 'missing' });
  const onError = (error: unknown) => {
    if (isMissing(error)) showMissing();
    else if (!useDriver.getState().profile) useDriver.setState({ profileState: 'failed' });
  };
  const apply = (read: DriverProfile | null, pending: PendingRead) => {
    if (!read) return showMissing();
    const held = pending.touchedIds().has(AVAILABILITY) ? useDriver.getState().profile : null;
    upsertProfile(held ? { ...read, is_available: held.is_available } : read);
  };
  return guard
    .read({ load: () => call(readProfile, { query: NULL_IF_MISSING }), apply, onError, scope: 'profile' })
    .then(
      () => null,
      (error) => (isMissing(error) ? null : error),
    );
}

/** Reads the earnings summary. Resolves to the error of a failure, or to null. */
export function loadEarnings(): Promise<unknown> {
  const onError = () => useDriver.setState({ earningsFailed: true });
  return guard.read({ load: () => call(readEarnings), apply: upsertEarnings, onError, scope: 'earnings' }).then(
    () => null,
    (error) => error,
  );
}

/** Reads today's earnings. A failure is logged, and keeps what was read before. */
export async function loadToday(): Promise<void> {
  const load = () => call(readDailyEarnings, { query: { days: 1 } });
  const apply = ([today]: DailyEarnings[]) => today && useDriver.setState({ today });
  await guard.read({ load, apply, scope: 'today' }).catch(logged('reading the earnings of today'));
}

/**
 * Keeps earnings and profile in sync while mounted: both are pushed without a subscription, so the HTTP reads serve
 * as the snapshot. Returns a function that repeats the reads after a failure.
 */
export function useDriverSync(): () => void {
  const read = async () => {
    const [earnings, profile] = await Promise.all([loadEarnings(), loadProfile()]);
    const failure = earnings ?? profile;
    if (failure) throw failure;
  };
  return useSync({ watch: read, read, pollMs: OPEN_REQUESTS_POLL_MS }).retry;
}

const show = (is_available: boolean) => {
  guard.touch(AVAILABILITY);
  const { profile } = useDriver.getState();
  if (profile) useDriver.setState({ profile: { ...profile, is_available } });
};

/** Switches online or offline, by socket or else by HTTP, with a rollback on failure. Resolves to the new state. */
export async function changeAvailability(is_available: boolean): Promise<boolean> {
  const { place } = useDevicePosition.getState();
  const body = { is_available, ...(is_available && place) };
  keepTurned(is_available);
  show(is_available);
  try {
    const answer = await send('driver:availability', body).catch(() => call(setAvailability, { body }));
    keepTurned(answer.is_available);
    settle();
    show(answer.is_available);
    if (answer.is_available) offerPush();
    return answer.is_available;
  } catch (error) {
    useDriver.setState({ turnedTo: null });
    show(!is_available);
    throw error;
  }
}
