import { t } from '../../../core/t';
import { Segments } from '../../../ui/Segments';
import { type NearFilter, radii } from './near';

/** The filter by distance to the pickup. */
export function DistanceFilter({ radius, choose }: Pick<NearFilter, 'radius' | 'choose'>) {
  const options = radii.map((km) => ({
    value: String(km),
    label: km === null ? t('rides.anywhere') : t('rides.within', { km }),
  }));
  return (
    <Segments
      legend={t('rides.distance_filter')}
      options={options}
      value={String(radius)}
      onChoose={(value) => choose(radii.find((km) => String(km) === value) ?? null)}
    />
  );
}
