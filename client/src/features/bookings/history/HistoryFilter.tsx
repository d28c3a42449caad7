import { historyFilters } from '@boli/shared/bookings/bookings.schema';
import { t } from '../../../core/t';
import { Segments } from '../../../ui/Segments';

export type Filter = (typeof historyFilters)[number];

/** The choice between All Rides, Completed and Cancelled. */
export function HistoryFilter({ filter, onChoose }: { filter: Filter; onChoose: (filter: Filter) => void }) {
  const options = historyFilters.map((value) => ({ value, label: t(`history.${value}`) }));
  return <Segments legend={t('history.show')} options={options} value={filter} onChoose={onChoose} />;
}
