import type { WaitOutlook } from '@boli/shared/market/market.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { Button } from '@mantine/core';
import { IconBroadcast, IconTag } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../../core/t';
import { useNow } from '../../../core/time';
import tones from '../../../ui/Tones.module.css';
import { DriversNear } from '../DriversNear';
import { useDriversNear } from '../use-drivers-near';
import { AskPriceDialog } from './AskPriceDialog';
import { NextSteps } from './NextSteps';
import { FirstQuote } from './TakeOrWait';
import classes from './WaitingForQuotes.module.css';

const MINUTE_MS = 60_000;
/** After this time without a quote, the screen says that nobody has quoted. */
const QUIET_MS = 6 * MINUTE_MS;
const CHECK_EVERY_MS = 10_000;

/** The time (epoch ms) since which nobody has quoted, and the function that starts the wait again. */
function useQuietSince(ride: RideRequest, isReopened: boolean) {
  // The wait of a reopened request begins with the reopening. The time of the reopening is not known, so the wait is
  // counted from the moment at which this screen learns of it.
  const [since, setSince] = useState(() => (isReopened ? Date.now() : Date.parse(ride.created_at)));
  const [wasReopened, setReopened] = useState(isReopened);
  if (isReopened !== wasReopened) {
    setReopened(isReopened);
    if (isReopened) setSince(Date.now());
  }
  return { since, wait: () => setSince(Date.now()) };
}

/** Why the next steps are offered: the quotes have ended, or none came for some minutes; null if no steps are offered. */
function useReason(ride: RideRequest, since: number, hasWaited: boolean): string | null {
  const now = useNow(CHECK_EVERY_MS);
  if (ride.quotes_ended && !hasWaited) return t(`bids.ended.${ride.quotes_ended}`);
  // A scheduled request may wait for hours, so it is never called quiet.
  const isQuiet = !ride.is_scheduled && now - since >= QUIET_MS;
  return isQuiet ? t('quotes.quiet', { min: Math.floor((now - since) / MINUTE_MS) }) : null;
}

interface WaitingProps {
  ride: RideRequest;
  isReopened: boolean;
  /** What the history says about waiting; null if nothing. */
  outlook: WaitOutlook | null;
}

/**
 * The screen of an open request of which no quote can be chosen. It offers next steps, with the reason for them, once
 * the quotes of the request have ended or nobody has quoted for some minutes.
 */
export function WaitingForQuotes({ ride, isReopened, outlook }: WaitingProps) {
  const { since, wait } = useQuietSince(ride, isReopened);
  const [hasWaited, setWaited] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const reason = useReason(ride, since, hasWaited);
  // For a scheduled ride it does not matter where drivers are now.
  const near = useDriversNear(ride.is_scheduled ? null : { lat: ride.pickup_lat, lng: ride.pickup_lng });
  const onWait = () => {
    wait();
    setWaited(true);
  };
  return (
    <>
      <div className={classes.empty} data-clear-of-toasts>
        <span className={`${classes.sign} ${tones.amber}`}>
          <IconBroadcast size={26} stroke={1.75} aria-hidden />
        </span>
        <p>{t('quotes.empty')}</p>
      </div>
      <FirstQuote outlook={outlook} />
      <DriversNear count={near} keepsPlace={!ride.is_scheduled} />
      {reason === null ? (
        <Button
          variant="default"
          leftSection={<IconTag size={20} stroke={1.75} aria-hidden />}
          onClick={() => setAsking(true)}
        >
          {t(typeof ride.asked_price === 'number' ? 'bids.raise' : 'bids.name_price')}
        </Button>
      ) : (
        <>
          <p className={`boli-note ${tones.amber}`} role="status">
            {reason}
          </p>
          <NextSteps ride={ride} onWait={onWait} onPrice={() => setAsking(true)} />
        </>
      )}
      <AskPriceDialog ride={ride} opened={isAsking} onClose={() => setAsking(false)} />
    </>
  );
}
