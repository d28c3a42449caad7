import { LEAST_PEOPLE } from '@boli/shared/core/constants';
import { readFairness } from '@boli/shared/fairness/fairness.endpoints';
import { type Fairness, type FairnessPeriod, LAST_DAYS } from '@boli/shared/fairness/fairness.schema';
import { Text } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { call } from '../../core/api';
import { formatCount } from '../../core/money';
import { formatPeriod, formatPeriodShort } from '../../core/periods';
import { t } from '../../core/t';
import { formatDay } from '../../core/time';
import { useRead } from '../../core/use-read';
import { BarChart } from '../../ui/BarChart';
import { DataTable } from '../../ui/DataTable';
import { LanguageSwitch } from '../../ui/LanguageSwitch';
import { Line, Lines } from '../../ui/Lines';
import { LoadFailed } from '../../ui/LoadFailed';
import { formatWholeMoney } from '../../ui/map/marker-price';
import { RowsSkeleton } from '../../ui/RowsSkeleton';
import { Section } from '../../ui/Section';
import { ThemeSwitch } from '../../ui/ThemeSwitch';
import classes from './FairnessScreen.module.css';
import { figureText, shownFigures } from './figures';

/** A day (2026-01-31) as text. Without a time `Date` reads it as UTC, which may be another day for the reader. */
const dayText = (day: string) => formatDay(`${day}T12:00:00`);

function LastDays({ period }: { period: FairnessPeriod | null }) {
  const title = t('fairness.last_days', { days: LAST_DAYS });
  if (!period)
    return (
      <Section title={title}>
        <Text c="dimmed">{t('fairness.no_days')}</Text>
      </Section>
    );
  const dates = t('fairness.period', { from: dayText(period.from), to: dayText(period.to) });
  return (
    <Section title={title} subtitle={dates}>
      <div className="boli-card">
        <Lines>
          {shownFigures().map((figure) => (
            <Line key={figure.id} label={figure.label}>
              {figureText(figure, period)}
            </Line>
          ))}
        </Lines>
      </div>
    </Section>
  );
}

interface MonthBarsProps {
  label: string;
  months: readonly FairnessPeriod[];
  value: (month: FairnessPeriod) => number | null;
  format: (value: number) => string;
}

/** A bar for each month with the figure; nothing if no month has it. */
function MonthBars({ label, months, value, format }: MonthBarsProps) {
  const bars = months.toReversed().flatMap((month) => {
    const figure = value(month);
    if (figure === null) return [];
    const words = t('fairness.bar', { month: formatPeriod(month.from, 'month'), value: format(figure) });
    return [{ id: month.from, label: formatPeriodShort(month.from, 'month'), value: figure, words }];
  });
  if (bars.length === 0) return null;
  return (
    <div className="boli-card">
      <h3>{label}</h3>
      <BarChart label={label} bars={bars} format={format} />
    </div>
  );
}

function Months({ months }: { months: readonly FairnessPeriod[] }) {
  const columns = [
    { id: 'month', label: t('fairness.month'), cell: ({ from }: FairnessPeriod) => formatPeriod(from, 'month') },
    ...shownFigures().map((figure) => ({
      id: figure.id,
      label: figure.label,
      end: true,
      cell: (month: FairnessPeriod) => figureText(figure, month),
    })),
  ];
  return (
    <Section title={t('fairness.months')}>
      {months.length === 0 ? (
        <Text c="dimmed">{t('fairness.no_months')}</Text>
      ) : (
        <div className={classes.months}>
          <DataTable caption={t('fairness.by_month')} columns={columns} rows={months} keyOf={({ from }) => from} />
        </div>
      )}
    </Section>
  );
}

function Figures({ fairness: { last_days, months } }: { fairness: Fairness }) {
  return (
    <>
      <LastDays period={last_days} />
      <div className={classes.charts}>
        <MonthBars label={t('fairness.rides')} months={months} value={({ rides }) => rides} format={formatCount} />
        <MonthBars
          label={t('fairness.hourly')}
          months={months}
          value={({ hourly }) => hourly?.middle ?? null}
          format={formatWholeMoney}
        />
      </div>
      <Months months={months} />
    </>
  );
}

/** The public page of the town's figures: no sign-in is needed, and nobody is named. */
export function FairnessScreen() {
  const { value, failed, retry } = useRead('fairness', (signal) => call(readFairness, { signal }));
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <Link className={classes.back} to="/">
          <IconChevronLeft size={20} stroke={1.75} aria-hidden />
          {t('fairness.back')}
        </Link>
        <div className={classes.switches}>
          <LanguageSwitch bare />
          <ThemeSwitch />
        </div>
      </header>
      <main className={classes.content}>
        <div className={classes.title}>
          <h1 data-clear-of-toasts>{t('shell.fairness')}</h1>
          <p>{t('fairness.subtitle')}</p>
          {value && <p>{t('fairness.rule', { least: value.least_observations, people: LEAST_PEOPLE })}</p>}
        </div>
        {value && <Figures fairness={value} />}
        {!value && (failed ? <LoadFailed onRetry={retry} /> : <RowsSkeleton />)}
        <div className={classes.notes}>
          <p>{t('fairness.active')}</p>
          <p>{t('fairness.gini_means')}</p>
          <p>{t('fairness.usual_price')}</p>
        </div>
      </main>
    </div>
  );
}
