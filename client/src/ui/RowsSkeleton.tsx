import { Box, Stack } from '@mantine/core';
import { t } from '../core/t';
import classes from './RowsSkeleton.module.css';

/**
 * The placeholder of a list of cards while it is read. Mantine's Skeleton is not used: it is painted by pseudo-elements
 * in its own greys, over the background of a card.
 */
export function RowsSkeleton({ rows = 3 }: { rows?: number }) {
  return (
    <div className={classes.rows} role="status" aria-label={t('common.loading')}>
      {Array.from({ length: rows }, (_, row) => `row-${String(row)}`).map((row) => (
        <Stack key={row} className="boli-card" gap="sm">
          <Box w="30%" h="0.875rem" bg="var(--boli-sunken)" bdrs="xxs" />
          <Box w="75%" h="0.875rem" bg="var(--boli-sunken)" bdrs="xxs" />
          <Box w="60%" h="0.875rem" bg="var(--boli-sunken)" bdrs="xxs" />
        </Stack>
      ))}
    </div>
  );
}
