import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { Button, Flex } from '@mantine/core';
import { IconCalendarClock, IconChevronRight, IconHourglass, IconRefresh, IconRoute } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router-dom';
import { changedSearch } from '../../core/address-bar';
import { formatMoney } from '../../core/money';
import { rideText } from '../../core/road';
import { t } from '../../core/t';
import { formatPlanned } from '../../core/time';
import { BidChip } from '../../ui/BidChip';
import { Fact } from '../../ui/Fact';
import { RouteRail } from '../../ui/RouteRail';
import { StatusBadge } from '../../ui/StatusBadge';
import { TimeAgo } from '../../ui/TimeAgo';
import classes from './MyRides.module.css';
import { hasEnded, usePostAgain } from './post-again';

interface RideCardProps {
  ride: RideRequest;
  /** The lowest quoted price in rupees; null if not all quotes are loaded. */
  lowest: number | null;
}

function QuotesChip({ ride, lowest }: RideCardProps) {
  const { quote_count: count, status } = ride;
  if (status !== 'open') return null;
  if (count === 0)
    return ride.scheduled_time ? null : (
      <BidChip quiet icon={IconHourglass}>
        {t('rides.waiting')}
      </BidChip>
    );
  const words =
    lowest === null
      ? t('rides.quotes_chip', { count })
      : t('rides.quotes_chip_from', { count, price: formatMoney(lowest) });
  return <BidChip>{words}</BidChip>;
}

/**
 * One request of the list; the whole card opens its quotes. A request that has ended without a ride can be posted
 * again.
 */
export function RideCard({ ride, lowest }: RideCardProps) {
  const { search } = useLocation();
  const postAgain = usePostAgain();
  return (
    <div className={`boli-card ${classes.card}`}>
      <Link id={`ride-${ride.id}`} className={classes.link} to={{ search: changedSearch(search, { ride: ride.id }) }}>
        <Flex component="span" align="center" justify="space-between" gap="sm">
          <StatusBadge kind="ride" status={ride.status} />
          <TimeAgo c="dimmed" size="sm" time={ride.created_at} />
        </Flex>
        <RouteRail pickup={ride.pickup_location} drop={ride.drop_location} clamped />
        <span className={classes.foot}>
          <Flex component="span" wrap="wrap" gap="xs" mih="1.75rem">
            <QuotesChip ride={ride} lowest={lowest} />
            <Fact icon={IconRoute}>{rideText(ride)}</Fact>
            {ride.scheduled_time && (
              <BidChip quiet icon={IconCalendarClock}>
                {formatPlanned(ride.scheduled_time)}
              </BidChip>
            )}
          </Flex>
          <IconChevronRight size={20} stroke={1.75} aria-hidden />
        </span>
      </Link>
      {hasEnded(ride) && (
        <Button
          className={classes.again ?? ''}
          variant="light"
          leftSection={<IconRefresh size={20} stroke={1.75} aria-hidden />}
          aria-describedby={`ride-${ride.id}`}
          onClick={() => postAgain(ride)}
        >
          {t('rides.post_again')}
        </Button>
      )}
    </div>
  );
}
