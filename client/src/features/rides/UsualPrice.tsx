import { toRupees } from '@boli/shared/core/money';
import type { Reference } from '@boli/shared/fares/fares.schema';
import { PRICE_STEP } from '@boli/shared/fares/price-step';
import { fareSum } from '@boli/shared/fares/reference';
import type { MiddleHalf } from '@boli/shared/market/market.schema';
import { middleHalfOf } from '@boli/shared/market/middle-half';
import { IconScale } from '@tabler/icons-react';
import { formatMoney } from '../../core/money';
import { t } from '../../core/t';
import { Line, Lines } from '../../ui/Lines';
import { formatWholeMoney } from '../../ui/map/marker-price';
import { Computed } from './Computed';
import { FoldedNote } from './Folded';
import { halfText, rangeText } from './usual';

/** The sum from which a usual price is computed: each line follows from those above it (docs/FAIRNESS.md). */
function FareLines({ reference }: { reference: Reference }) {
  const { km, minutes, vehicle_class, rates } = reference;
  const sum = fareSum(reference);
  const rupees = (paise: number) => formatMoney(toRupees(paise));
  const step = formatWholeMoney(PRICE_STEP);
  const further = { km: sum.further_km, rate: formatWholeMoney(rates.per_km) };
  return (
    <Lines dense>
      <Line label={t('fares.base', { km: rates.base_km })}>{rupees(sum.base)}</Line>
      {km > rates.base_km && <Line label={t('fares.distance', further)}>{rupees(sum.distance)}</Line>}
      <Line label={t('fares.time', { min: minutes, rate: formatWholeMoney(rates.per_minute) })}>
        {rupees(sum.time)}
      </Line>
      <Line sum label={t('fares.together')}>
        {rupees(sum.subtotal)}
      </Line>
      {rates.hour_percent !== 100 && (
        <Line label={t('fares.at_hour', { percent: rates.hour_percent })}>{rupees(sum.at_hour)}</Line>
      )}
      {vehicle_class !== null && (
        <Line label={t('fares.for_class', { percent: sum.class_percent, class: t(`fares.class_${vehicle_class}`) })}>
          {rupees(sum.fare)}
        </Line>
      )}
      <Line sum label={t('fares.edges', { step })}>
        {rangeText({ ...reference, source: 'roads' })}
      </Line>
      <Line label={t('fares.middle', { step })}>{formatWholeMoney(reference.mid)}</Line>
    </Lines>
  );
}

/** How the middle half of the accepted prices follows from their quartiles and the middle usual price. */
function HalfLines({ half, mid }: { half: MiddleHalf; mid: number }) {
  const { low_percent, high_percent, low, high } = half;
  const step = formatWholeMoney(PRICE_STEP);
  const of = formatWholeMoney(mid);
  return (
    <Lines dense>
      <Line label={t('market.quarter_below', { percent: low_percent, of, step })}>{formatWholeMoney(low)}</Line>
      <Line label={t('market.quarter_above', { percent: high_percent, of, step })}>{formatWholeMoney(high)}</Line>
    </Lines>
  );
}

/**
 * The middle half in rupees for this usual price. The rupees in `half` are those for a vehicle without a class, so
 * they are computed again from the percentages.
 */
function halfOf({ mid }: Reference, half: MiddleHalf | null): MiddleHalf | null {
  if (!half) return null;
  const { low_percent, high_percent, count } = half;
  return middleHalfOf({ low_percent, high_percent, count }, mid);
}

interface UsualSumProps {
  reference: Reference;
  half: MiddleHalf | null;
  /** Whether the middle half is shown here, because it is not shown above. */
  saysHalf?: boolean;
}

/** How the usual price and the middle half are computed. */
export function UsualSum({ reference, half: ofRequest, saysHalf = false }: UsualSumProps) {
  const half = halfOf(reference, ofRequest);
  return (
    <>
      <FareLines reference={reference} />
      {half && saysHalf && <FoldedNote>{halfText(half)}</FoldedNote>}
      {half && <HalfLines half={half} mid={reference.mid} />}
      <FoldedNote>
        {reference.source === 'estimate' && `${t('fares.estimated')} `}
        {t('fares.rounded')}
      </FoldedNote>
    </>
  );
}

interface UsualPriceProps {
  reference: Reference | null | undefined;
  /** The middle half of the accepted prices; null with fewer than 30. Its quartiles are applied to `reference`. */
  half: MiddleHalf | null | undefined;
}

/**
 * "Usual ₹210–260" and, once there are 30 accepted prices, their middle half; when opened, also how both are
 * computed. Renders nothing if no usual price is known.
 */
export function UsualPrice({ reference, half: ofRequest = null }: UsualPriceProps) {
  if (!reference) return null;
  const half = halfOf(reference, ofRequest);
  return (
    <Computed
      icon={<IconScale size={20} stroke={1.75} aria-hidden />}
      text={t('fares.usual_start', { range: rangeText(reference) })}
      more={half && halfText(half)}
    >
      <UsualSum reference={reference} half={ofRequest} />
    </Computed>
  );
}
