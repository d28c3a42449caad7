import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { IconTag } from '@tabler/icons-react';
import { formatMoney } from '../../../core/money';
import { rideText } from '../../../core/road';
import { t } from '../../../core/t';
import { Fact } from '../../../ui/Fact';
import { PlannedTime } from '../../../ui/PlannedTime';
import { RouteRail } from '../../../ui/RouteRail';
import { UsualPrice } from '../UsualPrice';
import classes from './RideSummary.module.css';

/** A request with its full addresses, its distance, the number of its quotes, the asked price and its usual price. */
export function RideSummary({ ride, count }: { ride: RideRequest; count: number }) {
  return (
    <div className={classes.summary}>
      <div>
        <RouteRail pickup={ride.pickup_location} drop={ride.drop_location} />
        <PlannedTime mt="tight" c="dimmed" time={ride.scheduled_time} />
      </div>
      <dl className={classes.figures}>
        <div>
          <dt>{t('rides.distance_label')}</dt>
          <dd>{rideText(ride)}</dd>
        </div>
        <div>
          <dt>{t('rides.quotes_label')}</dt>
          <dd>{count}</dd>
        </div>
      </dl>
      <div className={classes.usual}>
        {typeof ride.asked_price === 'number' && (
          <Fact icon={IconTag}>{t('bids.asked', { price: formatMoney(ride.asked_price) })}</Fact>
        )}
        <UsualPrice reference={ride.reference} half={ride.middle_half} />
      </div>
    </div>
  );
}
