import { type Grouping, groupings } from '../core/periods';
import { t } from '../core/t';
import { Segments } from './Segments';

/** The number of days that each kind of chart shows. */
export const periodDays: Record<Grouping, number> = { day: 14, week: 84, month: 366 };

interface PeriodSwitchProps<G extends Grouping> {
  by: G;
  options?: readonly G[];
  onChoose: (by: G) => void;
}

/** The choice between Day, Week and Month. */
export function PeriodSwitch<G extends Grouping = Grouping>({ by, options, onChoose }: PeriodSwitchProps<G>) {
  const offered: readonly Grouping[] = options ?? groupings;
  const isOffered = (value: Grouping): value is G => offered.includes(value);
  return (
    <Segments
      legend={t('earnings.by')}
      options={offered.filter(isOffered).map((value) => ({ value, label: t(`earnings.${value}`) }))}
      value={by}
      onChoose={onChoose}
    />
  );
}
