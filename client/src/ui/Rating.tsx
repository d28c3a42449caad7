import { Flex, Text } from '@mantine/core';
import { IconStarFilled } from '@tabler/icons-react';
import { t } from '../core/t';

/** A driver's rating: the average with one decimal, and the number of ratings unless it is zero. */
export function Rating({ average, count }: { average: number; count: number }) {
  const spoken = count > 0 ? t('quotes.rating', { average: average.toFixed(1), count }) : t('favorites.no_ratings');
  return (
    <Flex component="span" display="inline-flex" align="center" gap="xxs">
      <IconStarFilled size={16} color="var(--boli-amber)" aria-hidden />
      <span className="visually-hidden">{spoken}</span>
      <span aria-hidden>
        <Text span inherit c="var(--boli-ink)" fw="var(--mantine-font-weight-medium)">
          {average.toFixed(1)}
        </Text>
        {count > 0 && ` (${count})`}
      </span>
    </Flex>
  );
}
