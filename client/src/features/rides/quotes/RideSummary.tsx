import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { rideText } from '../../../core/road';
import { t } from '../../../core/t';
import { PlannedTime } from '../../../ui/PlannedTime';
import { RouteRail } from '../../../ui/RouteRail';
import classes from './RideSummary.module.css';

/** A request with its whole addresses, its distance and the number of its quotes. */
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
    </div>
  );
}
