import { shownDistanceKm } from '@boli/shared/core/distance';
import type { Point } from '@boli/shared/core/fields';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import { Box, Button, Flex, Group, Stack } from '@mantine/core';
import { IconCalendarClock, IconCircleCheck, IconMapPin, IconMapPinQuestion, IconRoute } from '@tabler/icons-react';
import { useId } from 'react';
import { formatMoney } from '../../../core/money';
import { rideText, toPickupText } from '../../../core/road';
import { t } from '../../../core/t';
import { formatPlanned, useNow } from '../../../core/time';
import { useAction } from '../../../core/use-action';
import { Avatar } from '../../../ui/Avatar';
import { Fact } from '../../../ui/Fact';
import { RouteRail } from '../../../ui/RouteRail';
import { TimeAgo } from '../../../ui/TimeAgo';
import type { OpenRide } from '../open-rides.store';
import classes from './AvailableRides.module.css';
import { withdraw } from './offers.api';

/** The driver's own quote on a request, with a button to withdraw it. */
function OwnQuote({ quote, onQuote }: { quote: Quote; onQuote: (quote: Quote) => void }) {
  const { busy, act } = useAction();
  const press = () =>
    act({
      name: quote.id,
      run: () => withdraw(quote.id),
      successMessage: 'quotes.withdrawn_toast',
      errorMessage: 'quotes.withdraw_failed',
      onSuccess: onQuote,
    });
  return (
    <Group justify="space-between" gap="sm" wrap="nowrap" my="-xxs">
      <Flex
        component="span"
        align="center"
        gap="tight"
        c="var(--boli-amber)"
        fz="sm"
        lh="sm"
        fw="var(--mantine-font-weight-medium)"
      >
        <IconCircleCheck size={16} stroke={1.75} aria-hidden />
        {t('quotes.your_quote', { price: formatMoney(quote.price) })}
      </Flex>
      <Button variant="subtle" size="sm" loading={busy !== null} onClick={() => void press()}>
        {t('quotes.withdraw')}
      </Button>
    </Group>
  );
}

/** Milliseconds after which the minutes to the pickup are outdated for a moving driver. */
const MINUTES_HOLD_MS = 3 * 60_000;
const LOOK_MS = 10_000;

/** The text of the minutes to the pickup, or of the straight-line distance; null where neither is known. */
function toPickupOf(ride: OpenRide, place: Point | null, now: number): string | null {
  const { to_pickup_min: minutes, to_pickup_source: source, minutesAt = 0 } = ride;
  if (minutes && source && now - minutesAt <= MINUTES_HOLD_MS) return toPickupText(minutes, source);
  const away = place && shownDistanceKm(place, { lat: ride.pickup_lat, lng: ride.pickup_lng });
  return away === null ? null : t('rides.away', { km: away.toFixed(1) });
}

function Facts({ ride, place }: { ride: OpenRide; place: Point | null }) {
  const now = useNow(LOOK_MS);
  const toPickup = toPickupOf(ride, place, now);
  return (
    <Stack gap="xxs" miw={0}>
      <Fact icon={IconRoute}>{rideText(ride)}</Fact>
      {toPickup !== null && <Fact icon={IconMapPin}>{toPickup}</Fact>}
      {ride.scheduled_time && <Fact icon={IconCalendarClock}>{formatPlanned(ride.scheduled_time)}</Fact>}
      {ride.pickup_is_approximate && <Fact icon={IconMapPinQuestion}>{t('rides.approximate_short')}</Fact>}
    </Stack>
  );
}

interface OpenRideCardProps {
  ride: OpenRide;
  /** The driver's position, if known. */
  place: Point | null;
  onSubmit: () => void;
  onQuote: (quote: Quote) => void;
}

/** One open request: customer, route and time; the own quote is shown beside the button. */
export function OpenRideCard({ ride, place, onSubmit, onQuote }: OpenRideCardProps) {
  const id = useId();
  const quote = ride.my_quote?.status === 'active' ? ride.my_quote : null;
  return (
    <article className={`boli-card ${classes.card}`} aria-labelledby={id}>
      <Group gap="sm" wrap="nowrap">
        <Avatar name={ride.customer_name} />
        <Box id={id} miw={0} flex={1} component="h3" fw="var(--mantine-font-weight-medium)">
          {ride.customer_name}
        </Box>
        <TimeAgo time={ride.created_at} c="dimmed" size="meta" />
      </Group>
      <RouteRail pickup={ride.pickup_location} drop={ride.drop_location} clamped />
      {quote && <OwnQuote quote={quote} onQuote={onQuote} />}
      <Group align="flex-end" justify="space-between" gap="sm" wrap="nowrap" mt="auto">
        <Facts ride={ride} place={place} />
        <Button flex="none" variant={quote ? 'light' : 'filled'} onClick={onSubmit} aria-describedby={id}>
          {t('quotes.submit')}
        </Button>
      </Group>
    </article>
  );
}
