import { Flex, Stack, Text } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatCount } from '../core/money';
import { Price } from './Price';
import classes from './StatCards.module.css';

export interface Stat {
  id: string;
  label: string;
  /** Empty while the caption is unknown. */
  caption: string;
  icon: Icon;
  /** Rupees or a count; null while it is unknown. */
  value: number | null;
  /** Whether `value` is a count, not an amount. */
  count?: boolean;
}

function Figure({ value, count = false }: Pick<Stat, 'value' | 'count'>): ReactNode {
  if (value === null) return <span aria-hidden>–</span>;
  if (count)
    return (
      <Text
        className="tabular"
        span
        inherit
        fz={{ base: 'xl', sm: 'card' }}
        lh={{ base: 'tight', sm: 'xl' }}
        fw="var(--mantine-font-weight-bold)"
      >
        {formatCount(value)}
      </Text>
    );
  return <Price value={value} size="stat" />;
}

/** Amounts and counts at a glance: two by two on phones, in one row on desktop. */
export function StatCards({ stats }: { stats: readonly Stat[] }) {
  return (
    <dl className={classes.cards}>
      {stats.map(({ id, label, caption, icon: Sign, value, count = false }) => (
        <Stack key={id} className="boli-card" gap="tight">
          <Flex component="dt" align="center" gap="xs" c="dimmed" fz="meta" lh="meta">
            <Sign size={20} stroke={1.75} aria-hidden />
            {label}
          </Flex>
          <dd className={classes.figure}>
            <Figure value={value} count={count} />
            <span className={classes.caption}>{caption}</span>
          </dd>
        </Stack>
      ))}
    </dl>
  );
}
