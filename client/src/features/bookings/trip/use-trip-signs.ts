import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { shownMinutes } from '@boli/shared/geo/shown-minutes';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../../core/t';
import { type KnownEta, useLastEta } from '../arrival';
import { otherName, type Side } from '../words';

/** The minutes that are announced; announcing every minute would be too much. */
const ANNOUNCED_MINUTES = [10, 5, 2, 1];
/** Vibration patterns in milliseconds: on, off, on. */
const ACCEPTED = [20, 60, 20];
const ARRIVED = [200, 100, 200];

/**
 * The mark that an eta has reached: the lowest of the announced minutes that the eta does not exceed. Null if the eta
 * exceeds all of them, or if the position is old.
 */
export function minuteMark({ eta: { seconds, source }, isOld }: KnownEta): number | null {
  const minutes = shownMinutes(seconds, source);
  const marks = ANNOUNCED_MINUTES.filter((mark) => minutes <= mark);
  return isOld || marks.length === 0 ? null : Math.min(...marks);
}

function marksWords(booking: Booking, { eta }: KnownEta, min: number): string {
  if (eta.to === 'drop') return t('trip.status_min_drop', { min });
  return t('trip.status_min', { min, name: booking.driver_name });
}

/**
 * The place to which a booking's driver is on the way, the mark that the driver has reached, and the text of the
 * mark. Mark and text are null before the first mark.
 */
function useMinuteMark(booking: Booking) {
  const known = useLastEta(booking);
  const isThere = booking.status === 'accepted' && booking.arrived_at !== null;
  const mark = known && !isThere ? minuteMark(known) : null;
  const words = known && mark !== null ? marksWords(booking, known, mark) : null;
  return { to: known?.eta.to, mark, words };
}

/** The text for screen readers about a booking that is shown without its details: only the minutes 10, 5, 2 and 1. */
export function useAnnouncedMinutes(booking: Booking): string {
  const { to, mark, words } = useMinuteMark(booking);
  const before = useRef({ to, mark });
  const [said, setSaid] = useState('');
  useEffect(() => {
    const last = before.current;
    before.current = { to, mark };
    if (words && mark !== last.mark && last.to === to) setSaid(words);
  }, [to, mark, words]);
  return said;
}

/**
 * The text for screen readers about a trip, for a polite live region: each change of the status, the driver's arrival,
 * and the minutes 10, 5, 2 and 1. The customer's phone vibrates when the driver has accepted and has arrived.
 */
export function useTripSigns(booking: Booking, side: Side): string {
  const { to, mark, words } = useMinuteMark(booking);
  const { status, arrived_at } = booking;
  const stage = status === 'accepted' && arrived_at ? 'arrived' : status;
  const before = useRef({ stage, to, mark });
  const [said, setSaid] = useState('');
  const name = otherName(booking, side);
  useEffect(() => {
    const last = before.current;
    before.current = { stage, to, mark };
    if (last.stage !== stage) {
      const here = t(side === 'customer' ? 'bookings.driver_here' : 'bookings.you_are_here', { name });
      setSaid(stage === 'arrived' ? here : t('trip.status', { status: t(`bookings.status.${status}`) }));
      if (side === 'customer' && stage === 'accepted') navigator.vibrate?.(ACCEPTED);
      if (side === 'customer' && stage === 'arrived') navigator.vibrate?.(ARRIVED);
    } else if (words && mark !== last.mark && last.to === to) setSaid(words);
  }, [stage, status, side, name, words, mark, to]);
  return said;
}
