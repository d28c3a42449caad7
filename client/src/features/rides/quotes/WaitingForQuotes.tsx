import { cancelRide } from '@boli/shared/rides/rides.endpoints';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { Text } from '@mantine/core';
import { IconBellRinging, IconBroadcast, IconCalendarClock, IconChevronRight, IconEdit } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../../core/api';
import { t } from '../../../core/t';
import { useNow } from '../../../core/time';
import { useAction } from '../../../core/use-action';
import tones from '../../../ui/Tones.module.css';
import { DriversNear } from '../DriversNear';
import { usePostAgain, type When } from '../post-again';
import { upsertRide } from '../rides.store';
import { useDriversNear } from '../use-drivers-near';
import classes from './WaitingForQuotes.module.css';

const MINUTE_MS = 60_000;
/** After this time without a quote the screen says so. */
const QUIET_MS = 6 * MINUTE_MS;
const LOOK_MS = 10_000;

const nextSteps = {
  wait: { icon: IconBellRinging, title: 'quotes.keep_waiting', hint: 'quotes.keep_waiting_hint' },
  now: { icon: IconEdit, title: 'quotes.post_changed', hint: 'quotes.post_changed_hint' },
  later: { icon: IconCalendarClock, title: 'quotes.post_later', hint: 'quotes.post_changed_hint' },
} as const;

interface QuietProps {
  ride: RideRequest;
  minutes: number;
  onWait: () => void;
}

/** Says that nobody has quoted for some minutes, and offers three next steps of equal weight. */
function Quiet({ ride, minutes, onWait }: QuietProps) {
  const { busy, act } = useAction();
  const postAgain = usePostAgain();
  const replace = (when: When) =>
    act({
      name: when,
      run: () => call(cancelRide, { params: { id: ride.id } }),
      errorMessage: 'rides.cancel_failed',
      onSuccess: (cancelled) => {
        upsertRide(cancelled);
        postAgain(ride, when);
      },
    });
  return (
    <>
      <p className={`boli-note ${tones.amber}`} role="status">
        {t('quotes.quiet', { min: minutes })}
      </p>
      <ul className="boli-rows">
        {(['wait', 'now', 'later'] as const).map((step) => {
          const { icon: Sign, title, hint } = nextSteps[step];
          return (
            <li key={step}>
              <button
                type="button"
                className={`boli-row ${classes.step}`}
                disabled={busy !== null}
                onClick={() => (step === 'wait' ? onWait() : void replace(step))}
              >
                <Sign size={22} stroke={1.75} aria-hidden />
                <span>
                  <Text span display="block" fw="var(--mantine-font-weight-medium)">
                    {t(title)}
                  </Text>
                  <Text span display="block" size="meta" c="dimmed">
                    {t(hint)}
                  </Text>
                </span>
                <IconChevronRight size={20} stroke={1.75} aria-hidden />
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** An open request without a quote. A scheduled one may wait for hours, so it is never called quiet. */
export function WaitingForQuotes({ ride, isReopened }: { ride: RideRequest; isReopened: boolean }) {
  const now = useNow(LOOK_MS);
  // A reopened request waits since it was reopened; that time is not known, so it counts from when this screen learns of it.
  const [since, setSince] = useState(() => (isReopened ? Date.now() : Date.parse(ride.created_at)));
  const [wasReopened, setReopened] = useState(isReopened);
  if (isReopened !== wasReopened) {
    setReopened(isReopened);
    if (isReopened) setSince(Date.now());
  }
  // Where drivers are now means nothing for a scheduled ride.
  const near = useDriversNear(ride.is_scheduled ? null : { lat: ride.pickup_lat, lng: ride.pickup_lng });
  const isQuiet = !ride.is_scheduled && now - since >= QUIET_MS;
  return (
    <>
      <div className={classes.empty}>
        <span className={`${classes.sign} ${tones.amber}`}>
          <IconBroadcast size={26} stroke={1.75} aria-hidden />
        </span>
        <p>{t('quotes.empty')}</p>
      </div>
      <DriversNear count={near} />
      {isQuiet && (
        <Quiet ride={ride} minutes={Math.floor((now - since) / MINUTE_MS)} onWait={() => setSince(Date.now())} />
      )}
    </>
  );
}
