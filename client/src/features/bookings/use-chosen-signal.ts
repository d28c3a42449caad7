import { useEffect } from 'react';
import { usePreferences } from '../../core/preferences';
import { playTones } from '../../core/sound';
import { useBookings } from './bookings.store';

/** A vibration and the pause after it, in milliseconds. */
const BUZZ = [400, 200] as const;
/** The vibrations of one round; rounds follow each other without a gap. */
const BUZZES = 5;
const ROUND_MS = BUZZES * (BUZZ[0] + BUZZ[1]);
/** Vibration and sound end after this time (ms), also without an answer. */
const CHOSEN_MS = 60_000;

const round: number[] = Array.from({ length: BUZZES }, () => BUZZ).flat();

function signal(): void {
  // iOS has no `vibrate`.
  navigator.vibrate?.(round);
  if (usePreferences.getState().requestSound) playTones();
}

/**
 * Signals to a driver that a customer has chosen the driver's quote. The device vibrates until the booking is answered,
 * for a minute at most. It also plays a sound if the driver has switched on the sound for requests.
 */
export function useChosenSignal(): void {
  const waiting = useBookings(({ byId }) =>
    Object.values(byId)
      .filter(({ status }) => status === 'pending')
      .map(({ id }) => id)
      .sort()
      .join(),
  );
  useEffect(() => {
    if (waiting === '') return;
    signal();
    const rounds = setInterval(signal, ROUND_MS);
    const end = setTimeout(() => clearInterval(rounds), CHOSEN_MS - ROUND_MS / 2);
    return () => {
      clearInterval(rounds);
      clearTimeout(end);
      navigator.vibrate?.(0);
    };
  }, [waiting]);
}
