import { Text } from '@mantine/core';
import { type PointerEvent, useState } from 'react';
import classes from './BarChart.module.css';

interface Bar {
  id: string;
  /** A few letters under the bar. */
  label: string;
  value: number;
  /** The description of the bar: its period, amount and count. */
  words: string;
}

interface BarChartProps {
  /** The label of the whole chart. */
  label: string;
  bars: readonly Bar[];
  format: (value: number) => string;
}

const MOST_LABELS = 7;

/**
 * Bars over time, the newest last. The touched bar is described in text below, at first the newest; screen readers get
 * a list of all.
 */
export function BarChart({ label, bars, format }: BarChartProps) {
  const [touched, setTouched] = useState<string | null>(null);
  const most = Math.max(0, ...bars.map((bar) => bar.value));
  const every = Math.max(1, Math.ceil(bars.length / MOST_LABELS));
  const shown = bars.find((bar) => bar.id === touched) ?? bars.at(-1);
  const touch = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const at = Math.min(bars.length - 1, Math.max(0, Math.floor(((clientX - left) / width) * bars.length)));
    setTouched(bars[at]?.id ?? null);
  };
  return (
    <figure className={classes.chart} aria-label={label}>
      <Text className="tabular" component="div" size="xs" c="dimmed" aria-hidden>
        {format(most)}
      </Text>
      <svg
        className={classes.bars}
        viewBox={`0 0 ${Math.max(1, bars.length)} 100`}
        preserveAspectRatio="none"
        aria-hidden
        onPointerDown={touch}
        onPointerMove={touch}
      >
        {bars.map((bar, at) => {
          const height = most > 0 ? Math.max(bar.value > 0 ? 1 : 0, (bar.value / most) * 100) : 0;
          const look = bar.id === shown?.id ? classes.shown : classes.bar;
          return <rect key={bar.id} className={look} x={at + 0.14} width={0.72} y={100 - height} height={height} />;
        })}
      </svg>
      <div className={classes.axis} aria-hidden>
        {bars.map((bar, at) => (
          <span
            key={bar.id}
            data-second={(bars.length - 1 - at) % (every * 2) !== 0}
            data-between={(bars.length - 1 - at) % (every * 3) !== 0}
          >
            {(bars.length - 1 - at) % every === 0 ? bar.label : ''}
          </span>
        ))}
      </div>
      <Text size="sm" fw="var(--mantine-font-weight-medium)" aria-hidden>
        {shown?.words}
      </Text>
      <ul className="visually-hidden">
        {bars.map((bar) => (
          <li key={bar.id}>{bar.words}</li>
        ))}
      </ul>
    </figure>
  );
}
