import { Box, Text } from '@mantine/core';
import { formatCount } from '../core/money';
import { Price } from './Price';
import type { Stat } from './StatCards';
import classes from './StatLine.module.css';

function Figure({ value, count = false }: Pick<Stat, 'value' | 'count'>) {
  if (value === null) return <span aria-hidden>–</span>;
  if (!count) return <Price value={value} />;
  return (
    <Text className="tabular" span inherit fw="var(--mantine-font-weight-bold)">
      {formatCount(value)}
    </Text>
  );
}

/** Amounts and counts in one row: 56 px high on desktop, scrolled sideways on phones. `label` is for screen readers. */
export function StatLine({ stats, label }: { stats: readonly Stat[]; label: string }) {
  return (
    // Focusable, so that keys can scroll it.
    <Box component="section" data-sideways="true" tabIndex={0} aria-label={label} className={classes.frame ?? ''}>
      <dl className={classes.line}>
        {stats.map(({ id, label: name, caption, icon: Sign, value, count = false }) => (
          <div key={id} className={classes.stat}>
            <dt>
              <Sign size={20} stroke={1.75} aria-hidden />
              {name}
            </dt>
            <dd>
              <Figure value={value} count={count} />
              <span className={classes.caption}>{caption}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Box>
  );
}
