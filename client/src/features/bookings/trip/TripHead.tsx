import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { isDead } from '@boli/shared/bookings/bookings.state';
import { Box, Stack, Text } from '@mantine/core';
import { formatMoney } from '../../../core/money';
import { t } from '../../../core/t';
import { Price } from '../../../ui/Price';
import { useLastEta } from '../arrival';
import { driverPayOf } from '../driver-pay';
import type { Side } from '../words';
import { headWords } from './head-words';
import classes from './TripHead.module.css';

/**
 * The driver's earnings from the ride; below them the price, and what the customer pays if a discount makes that less.
 */
function Earnings({ booking }: { booking: Booking }) {
  const { driver_fare: fare, status } = booking;
  if (!fare) return null;
  const { price, customerPays } = driverPayOf(booking);
  return (
    <Stack align="end" gap={0} className={classes.earnings ?? ''}>
      <Text size="meta" c="dimmed">
        {t(status === 'completed' ? 'trip.you_earned' : 'trip.you_earn')}
      </Text>
      <Price value={fare.driver_earnings} size="card" />
      <Text size="meta" c="dimmed">
        {t('trip.of_price', { price: formatMoney(price) })}
      </Text>
      {customerPays && (
        <Text size="meta" c="dimmed">
          {customerPays}
        </Text>
      )}
    </Stack>
  );
}

/** How much of the ride is done, as a bar; hidden from screen readers, which read the minutes. */
function Progress({ booking }: { booking: Booking }) {
  const known = useLastEta(booking);
  if (booking.status !== 'in_progress' || !known) return null;
  const left = known.eta.distance_m / 1_000;
  const whole = Math.max(booking.road?.distance_km ?? booking.distance_km, left);
  const part = whole > 0 ? Math.round((1 - left / whole) * 100) : 0;
  return (
    <div className={classes.track} aria-hidden data-part={part}>
      <div className={classes.done} style={{ width: `${part}%` }} />
    </div>
  );
}

/** The header of a trip: its status in one line, the time and distance, and the driver's earnings. */
export function TripHead({ booking, side }: { booking: Booking; side: Side }) {
  const known = useLastEta(booking);
  const { title, note, isBig } = headWords(booking, side, known);
  const hasEarnings = side === 'driver' && !isDead(booking.status);
  return (
    <div>
      <div className={classes.head}>
        <Box miw={0} flex="1 1 7rem">
          <h3 className={isBig ? classes.big : classes.title}>{title}</h3>
          {note && (
            <Text size="sm" c="dimmed">
              {note}
            </Text>
          )}
        </Box>
        {hasEarnings && <Earnings booking={booking} />}
      </div>
      <Progress booking={booking} />
    </div>
  );
}
