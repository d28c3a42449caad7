import { OPEN_REQUESTS_POLL_MS } from '@boli/shared/core/constants';
import { readEarnings, readProfile, setAvailability } from '@boli/shared/drivers/drivers.endpoints';
import type { DriverProfile, Earnings } from '@boli/shared/drivers/drivers.schema';
import { ApiError, call } from '../../core/api';
import { useLive } from '../../core/live';
import { createKept } from '../../core/mirror';
import { useOwnPlace } from '../../core/own-place';
import { createQuestions } from '../../core/questions';
import { send } from '../../core/socket';

interface DriversState {
  /** `missing`: the driver has no profile yet (Driver Setup); `failed`: it could not be read. */
  profileState: 'loading' | 'ready' | 'missing' | 'failed';
  profile: DriverProfile | null;
  earnings: Earnings | null;
  earningsFailed: boolean;
}

const empty: DriversState = { profileState: 'loading', profile: null, earnings: null, earningsFailed: false };

/** The signed-in driver's own profile and earnings: two single values and no rows, so this is no mirror. */
export const useDriver = createKept(empty);

const questions = createQuestions();

/** Takes the profile as saved, read or pushed. */
export function upsertProfile(profile: DriverProfile): void {
  useDriver.setState({ profile, profileState: 'ready' });
}

/** Takes the earnings as read or pushed. */
export function upsertEarnings(earnings: Earnings): void {
  useDriver.setState({ earnings, earningsFailed: false });
}

/** Takes what `driver:updated` tells of this driver: the whole profile, or its public part alone. */
export function onDriverUpdated(
  told: { profile: DriverProfile } | Pick<DriverProfile, 'is_available' | 'verification_status'>,
): void {
  const held = useDriver.getState().profile;
  if ('profile' in told) {
    upsertProfile(told.profile);
  } else if (held) {
    const { is_available, verification_status } = told;
    useDriver.setState({ profile: { ...held, is_available, verification_status } });
  }
}

/**
 * Reads the profile: 404 means that there is none yet; another failure keeps what is shown, if anything. Gives the failure
 * after which the profile is not known to be fresh, else null.
 */
export function loadProfile(): Promise<unknown> {
  const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404;
  const failed = (error: unknown) => {
    if (isMissing(error)) useDriver.setState({ profile: null, profileState: 'missing' });
    else if (!useDriver.getState().profile) useDriver.setState({ profileState: 'failed' });
  };
  return questions.read({ ask: () => call(readProfile), take: upsertProfile, failed, scope: 'profile' }).then(
    () => null,
    (error) => (isMissing(error) ? null : error),
  );
}

/** Reads the earnings summary. A failure is noted and given back. */
export function loadEarnings(): Promise<unknown> {
  const failed = () => useDriver.setState({ earningsFailed: true });
  return questions.read({ ask: () => call(readEarnings), take: upsertEarnings, failed, scope: 'earnings' }).then(
    () => null,
    (error) => error,
  );
}

/** Keeps earnings and profile fresh while mounted: both come by the own room, so the reads are the snapshot. */
export function useDriverLive(): () => void {
  const read = async () => {
    const [earnings, profile] = await Promise.all([loadEarnings(), loadProfile()]);
    const failure = earnings ?? profile;
    if (failure) throw failure;
  };
  return useLive({ watch: read, read, pollMs: OPEN_REQUESTS_POLL_MS }).retry;
}

const show = (is_available: boolean) => {
  const { profile } = useDriver.getState();
  if (profile) useDriver.setState({ profile: { ...profile, is_available } });
};

/** Turns the online switch: shown at once, by socket or else by REST, taken back when it fails. Gives how it stands. */
export async function turnAvailability(is_available: boolean): Promise<boolean> {
  const { place } = useOwnPlace.getState();
  const body = { is_available, ...(is_available && place) };
  show(is_available);
  try {
    const answer = await send('driver:availability', body).catch(() => call(setAvailability, { body }));
    show(answer.is_available);
    return answer.is_available;
  } catch (error) {
    show(!is_available);
    throw error;
  }
}
