import { IconChevronDown } from '@tabler/icons-react';
import { startTransition, useOptimistic } from 'react';
import { t } from '../../../core/t';
import classes from './DistanceFilter.module.css';
import { type NearFilter, radii } from './near';

/** The filter by distance to the pickup, as small as a pill, because it is beside the title. */
export function DistanceFilter({ radius, choose }: Pick<NearFilter, 'radius' | 'choose'>) {
  // If the device's position cannot be read, the choice reverts.
  const [shown, show] = useOptimistic(radius);
  const onChange = (value: string) => {
    const wanted = radii.find((km) => String(km) === value) ?? null;
    const decided = choose(wanted);
    startTransition(async () => {
      show(wanted);
      await decided;
    });
  };
  return (
    <span className={classes.filter}>
      <select
        className={classes.select}
        aria-label={t('rides.distance_filter')}
        value={String(shown)}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {radii.map((km) => (
          <option key={String(km)} value={String(km)}>
            {km === null ? t('rides.anywhere') : t('rides.within', { km })}
          </option>
        ))}
      </select>
      <IconChevronDown className={classes.sign ?? ''} size={18} stroke={1.75} aria-hidden />
    </span>
  );
}
