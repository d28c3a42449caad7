import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { shownMinutes } from '@boli/shared/geo/shown-minutes';
import { drivenText } from '../../../core/driven';
import { remainingKm } from '../../../core/road';
import { t } from '../../../core/t';
import { formatClock, formatPlanned } from '../../../core/time';
import type { KnownEta } from '../arrival';
import { isAhead, otherName, type Side } from '../words';

/** The texts of the header: the status of the trip as the title, and a note. */
export interface HeadWords {
  title: string;
  note: string | null;
  /** Whether the title is shown large: for minutes, or for an arrival. */
  isBig: boolean;
}

const big = (title: string, note: string | null): HeadWords => ({ title, note, isBig: true });
const plain = (title: string, note: string | null = null): HeadWords => ({ title, note, isBig: false });

/** The time of arrival by this eta, such as "9:46". */
const arrivalOf = ({ at, seconds }: KnownEta['eta']) => formatClock(Date.parse(at) + seconds * 1_000);

/** The minutes of an eta: "4 min", with "about" if no road is known or the position is old. */
function minutesOf({ eta, isOld }: KnownEta): string {
  const min = shownMinutes(eta.seconds, eta.source);
  return t(eta.source === 'roads' && !isOld ? 'trip.min' : 'trip.min_about', { min });
}

/**
 * The note of an eta: arrival time and distance for the customer, place and distance for the driver; for an old position
 * its time.
 */
function wayOf({ eta, isOld }: KnownEta, booking: Booking, side: Side): string {
  const km = remainingKm(eta);
  const isAbout = eta.source !== 'roads';
  const place = eta.to === 'pickup' ? booking.pickup_location : booking.drop_location;
  if (isOld) return t('trip.as_of', { time: formatClock(eta.at) });
  if (side === 'driver') return t(isAbout ? 'trip.place_km_about' : 'trip.place_km', { place, km });
  const time = arrivalOf(eta);
  if (eta.to === 'pickup') return t(isAbout ? 'trip.here_about' : 'trip.here_at', { time, km });
  return t(isAbout ? 'trip.at_about' : 'trip.at', { place, time, km });
}

function acceptedWords(booking: Booking, side: Side, known: KnownEta | null): HeadWords {
  const { arrived_at: since, scheduled_time: planned } = booking;
  const name = otherName(booking, side);
  if (since) {
    const waiting = t('bookings.waiting_since', { time: formatClock(since) });
    if (side === 'customer') return big(t('bookings.driver_here', { name }), waiting);
    return plain(t('bookings.you_are_here', { name }), waiting);
  }
  if (planned && isAhead(planned)) return plain(t('trip.planned', { time: formatPlanned(planned) }));
  if (known) return big(minutesOf(known), wayOf(known, booking, side));
  return plain(t(side === 'customer' ? 'bookings.next_accepted_customer' : 'bookings.next_accepted_driver'));
}

function completedWords(booking: Booking, side: Side): HeadWords {
  const { started_at: from, completed_at: to, driven, drop_location: place } = booking;
  const times = from && to ? t('trip.from_to', { from: formatClock(from), to: formatClock(to) }) : null;
  const parts = [side === 'customer' ? place : null, times, driven && drivenText(driven)];
  return plain(t('trip.completed'), parts.filter(Boolean).join(' · '));
}

function endedWords(booking: Booking, side: Side): string {
  const { status, cancelled_by: by } = booking;
  const name = otherName(booking, side);
  if (status === 'rejected')
    return side === 'driver' ? t('trip.you_did_not_accept') : t('trip.did_not_accept', { name });
  if (by === side) return t('trip.you_cancelled');
  return by === 'customer' || by === 'driver' ? t('trip.cancelled_by', { name }) : t('trip.cancelled');
}

/** Until when the driver has to answer; null in a booking that the server has sent without this time. */
function answerText({ answer_by: time }: Booking, side: Side): string | null {
  if (!time) return null;
  return t(side === 'customer' ? 'trip.answers_by' : 'trip.answer_by', { time: formatClock(time) });
}

/** The texts of the header of a trip for one side of the booking. `known` is the driver's eta. */
export function headWords(booking: Booking, side: Side, known: KnownEta | null): HeadWords {
  const name = otherName(booking, side);
  switch (booking.status) {
    case 'pending':
      return plain(
        t(side === 'customer' ? 'trip.waiting_accept' : 'trip.chose_you', { name }),
        answerText(booking, side),
      );
    case 'accepted':
      return acceptedWords(booking, side, known);
    case 'in_progress':
      if (known) return big(minutesOf(known), wayOf(known, booking, side));
      return plain(t('bookings.going_to', { place: booking.drop_location }));
    case 'completed':
      return completedWords(booking, side);
    default:
      return plain(endedWords(booking, side));
  }
}
