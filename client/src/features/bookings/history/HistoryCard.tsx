import type { HistoryEntry } from '@boli/shared/bookings/bookings.schema';
import { Flex, Text } from '@mantine/core';
import { IconCalendarTime, IconRoute, IconStarFilled, IconSteeringWheel } from '@tabler/icons-react';
import { drivenText } from '../../../core/driven';
import { formatMoney } from '../../../core/money';
import { shownDecimalKm } from '../../../core/road';
import { t } from '../../../core/t';
import { formatDay, formatExact, formatPlanned } from '../../../core/time';
import { Fact } from '../../../ui/Fact';
import { Price } from '../../../ui/Price';
import { chargedPrice, paymentState } from '../../../ui/payment-word';
import { RouteRail } from '../../../ui/RouteRail';
import { StatusBadge } from '../../../ui/StatusBadge';
import { driverPayOf } from '../driver-pay';
import classes from './History.module.css';

interface Props {
  entry: HistoryEntry;
  side: 'customer' | 'driver';
  onOpen: () => void;
}

/**
 * One ended ride: how it ended, where, when, what it cost and whether that is paid. The whole card opens the details.
 */
export function HistoryCard({ entry, side, onOpen }: Props) {
  const pay = side === 'driver' ? driverPayOf(entry) : null;
  return (
    <button type="button" className={`boli-card ${classes.card}`} onClick={onOpen}>
      <Flex component="span" align="center" justify="space-between" wrap="wrap" gap="xs">
        <StatusBadge kind="booking" status={entry.status} />
        <Text component="time" size="meta" c="dimmed" dateTime={entry.created_at} title={formatExact(entry.created_at)}>
          {formatDay(entry.created_at)}
        </Text>
      </Flex>
      <Text span inherit fw="var(--mantine-font-weight-medium)">
        {side === 'customer' ? entry.driver_name : entry.customer_name}
      </Text>
      <RouteRail pickup={entry.pickup_location} drop={entry.drop_location} clamped />
      <Flex component="span" wrap="wrap" rowGap="xxs" columnGap="md">
        <Fact icon={IconRoute}>{t('rides.straight_distance', { km: shownDecimalKm(entry.distance_km) })}</Fact>
        {entry.driven && <Fact icon={IconSteeringWheel}>{drivenText(entry.driven)}</Fact>}
        {entry.scheduled_time && (
          <Fact icon={IconCalendarTime}>{t('history.planned', { time: formatPlanned(entry.scheduled_time) })}</Fact>
        )}
        {entry.rating !== null && (
          <Flex component="span" align="center" gap="tight" display="inline-flex" c="dimmed" fz="meta" lh="meta">
            <IconStarFilled size={16} color="var(--boli-amber)" aria-hidden />
            {t('history.rated', { rating: entry.rating })}
          </Flex>
        )}
      </Flex>
      <Flex component="span" className={classes.foot} align="center" wrap="wrap" gap="xs">
        <Price value={pay ? pay.price : chargedPrice(entry)} size="stat" />
        <Text span size="meta" c="dimmed">
          {t(`payments.${entry.payment_method}`)}
        </Text>
        <StatusBadge kind="payment" status={paymentState(entry)} />
      </Flex>
      {pay?.customerPays && (
        <Text span size="meta" c="dimmed">
          {pay.customerPays}
        </Text>
      )}
      {side === 'driver' && entry.driver_earnings !== null && (
        <Text span size="meta" c="dimmed">
          {entry.driver_earned === null
            ? t('history.not_earned', { price: formatMoney(entry.driver_earnings) })
            : t('history.earned', { price: formatMoney(entry.driver_earned) })}
        </Text>
      )}
    </button>
  );
}
