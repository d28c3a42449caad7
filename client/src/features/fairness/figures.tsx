import type { FairnessFigures } from '@boli/shared/fairness/fairness.schema';
import type { ReactNode } from 'react';
import { formatCount } from '../../core/money';
import { t } from '../../core/t';
import { formatWholeMoney } from '../../ui/map/marker-price';
import classes from './FairnessScreen.module.css';

/** A published figure: its name, and its value as text, which is null if there are too few observations. */
export interface ShownFigure {
  id: string;
  label: string;
  value: (figures: FairnessFigures) => string | null;
}

const percentText = (value: number) => t('fairness.percent', { percent: formatCount(value) });
const known = (value: number | null, text: (value: number) => string) => (value === null ? null : text(value));

/** Every published figure, in the order of the page. */
export function shownFigures(): ShownFigure[] {
  return [
    { id: 'rides', label: t('fairness.rides'), value: ({ rides }) => known(rides, formatCount) },
    {
      id: 'quotes',
      label: t('fairness.quotes'),
      value: ({ quotes_per_request: quotes }) => known(quotes, formatCount),
    },
    {
      id: 'price',
      label: t('fairness.price'),
      value: ({ price_percent: price }) =>
        known(price, (value) => t('fairness.of_usual', { percent: formatCount(value) })),
    },
    {
      id: 'share',
      label: t('fairness.share'),
      value: ({ driver_share_percent: share }) => known(share, percentText),
    },
    {
      id: 'hourly',
      label: t('fairness.hourly'),
      value: ({ hourly }) => known(hourly?.middle ?? null, formatWholeMoney),
    },
    {
      id: 'half',
      label: t('fairness.middle_half'),
      value: ({ hourly }) =>
        hourly && t('fairness.range', { low: formatWholeMoney(hourly.low), high: formatWholeMoney(hourly.high) }),
    },
    { id: 'gini', label: t('fairness.gini'), value: ({ hourly }) => hourly?.gini.toFixed(2) ?? null },
    {
      id: 'promises',
      label: t('fairness.promises'),
      value: ({ promises_kept_percent: kept }) => known(kept, percentText),
    },
  ];
}

/** The value of a figure, or the words for too few observations. */
export function figureText({ value }: ShownFigure, figures: FairnessFigures): ReactNode {
  return value(figures) ?? <span className={classes.few}>{t('fairness.too_few')}</span>;
}
