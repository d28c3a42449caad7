import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { ActionIcon, Text } from '@mantine/core';
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { rideText } from '../../../core/road';
import { t } from '../../../core/t';
import classes from './RoutePill.module.css';

/** Over a phone's map: the back button, pickup, drop and distance of the request, in two lines. */
export function RoutePill({ ride, onBack }: { ride: RideRequest; onBack: () => void }) {
  return (
    <div className={classes.row}>
      <ActionIcon className={classes.back ?? ''} aria-label={t('common.back')} onClick={onBack}>
        <IconArrowLeft size={22} stroke={1.75} aria-hidden />
      </ActionIcon>
      <div className={classes.pill}>
        <p className={classes.ends}>
          <span>{ride.pickup_location}</span>
          <IconArrowRight size={16} stroke={1.75} aria-hidden />
          <span>{ride.drop_location}</span>
        </p>
        <Text size="meta" c="dimmed" truncate>
          {rideText(ride)}
        </Text>
      </div>
    </div>
  );
}
