import { IconStarFilled } from '@tabler/icons-react';
import { t } from '../core/t';
import classes from './Rating.module.css';

/** What a driver's riders gave: the average with one decimal, and how many they were unless nobody has yet. */
export function Rating({ average, count }: { average: number; count: number }) {
  const spoken = count > 0 ? t('quotes.rating', { average: average.toFixed(1), count }) : t('favorites.no_ratings');
  return (
    <span className={classes.rating}>
      <IconStarFilled size={16} color="var(--boli-amber)" aria-hidden />
      <span className="visually-hidden">{spoken}</span>
      <span aria-hidden>
        <b>{average.toFixed(1)}</b>
        {count > 0 && ` (${count})`}
      </span>
    </span>
  );
}
