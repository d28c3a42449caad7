import type { CheaperOdds, QuoteRate, WaitOutlook } from '@boli/shared/market/market.schema';
import { saidOf } from '@boli/shared/market/said';
import { IconClockHour4, IconHourglass } from '@tabler/icons-react';
import { formatCount, formatMoney } from '../../../core/money';
import { t } from '../../../core/t';
import { elapsed } from '../../../core/time';
import { Line, Lines } from '../../../ui/Lines';
import { formatWholeMoney } from '../../../ui/map/marker-price';
import { Computed } from '../Computed';
import { FoldedNote } from '../Folded';

/** "40 s", "2 min". */
const length = (seconds: number) => elapsed(0, seconds * 1_000);

/** "1:05" */
const clockText = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** The rates that apply between two times since posting, one per line; each applies until the time of the next line. */
function RateLines({ rates, from, to }: { rates: readonly QuoteRate[]; from: number; to: number }) {
  const applied = rates.filter(({ from_s }, band) => from_s < to && (rates[band + 1]?.from_s ?? to) > from);
  return applied.map(({ from_s, per_minute }) => (
    <Line key={from_s} label={t('market.rate_from', { from: clockText(from_s) })}>
      {formatCount(per_minute)}
    </Line>
  ));
}

const sourceText = ({ scope, requests }: WaitOutlook) => t(`market.source_${scope}`, { count: requests });

/**
 * "First quote usually in 40 s"; when opened, also how the time is computed. Renders nothing if the time is not
 * known.
 */
export function FirstQuote({ outlook }: { outlook: WaitOutlook | null }) {
  if (!outlook || outlook.first_quote_s === null) return null;
  const { rates, first_quote_s } = outlook;
  return (
    <Computed
      icon={<IconClockHour4 size={20} stroke={1.75} aria-hidden />}
      text={t('market.first_quote', { time: length(first_quote_s) })}
    >
      <Lines dense>
        <RateLines rates={rates} from={0} to={first_quote_s} />
        <Line sum label={t('market.one_expected')}>
          {length(first_quote_s)}
        </Line>
      </Lines>
      <FoldedNote>{sourceText(outlook)}</FoldedNote>
    </Computed>
  );
}

/** "A cheaper one within 3 minutes: about 1 in 4, saving ₹6 on average". */
function oddsText({ minutes, chance, saving }: CheaperOdds): string {
  const said = t(`market.said_${saidOf(chance)}`);
  if (saving === 0) return t('market.cheaper', { min: minutes, said });
  return t('market.cheaper_saving', { min: minutes, said, saving: formatWholeMoney(saving) });
}

/** The odds of a cheaper quote; when opened, also how they are computed. Renders nothing if the odds are not known. */
export function TakeOrWait({ outlook }: { outlook: WaitOutlook | null }) {
  if (!outlook?.cheaper) return null;
  const { age_s, rates, cheaper } = outlook;
  const { minutes, expected, steps, chance, quotes, saving } = cheaper;
  const last = steps.at(-1);
  return (
    <Computed icon={<IconHourglass size={20} stroke={1.75} aria-hidden />} text={oddsText(cheaper)}>
      <Lines dense>
        <RateLines rates={rates} from={age_s} to={age_s + minutes * 60} />
        <Line sum label={t('market.expected', { from: clockText(age_s), to: clockText(age_s + minutes * 60) })}>
          {formatCount(expected)}
        </Line>
        {steps.map(({ price, share }) => (
          <Line key={price} label={t('market.below', { price: formatMoney(price) })}>
            {`${share}%`}
          </Line>
        ))}
        <Line sum label={t('market.chance', { expected: formatCount(expected), share: last?.share ?? 0 })}>
          {`${Math.round(chance * 100)}%`}
        </Line>
        <Line label={t('market.saving')}>{formatWholeMoney(saving)}</Line>
      </Lines>
      <FoldedNote>{`${sourceText(outlook)} ${t('market.quotes_counted', { count: quotes })}`}</FoldedNote>
    </Computed>
  );
}
