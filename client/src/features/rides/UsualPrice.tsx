import { toRupees } from '@boli/shared/core/money';
import type { Reference } from '@boli/shared/fares/fares.schema';
import { fareSum, REFERENCE_STEP } from '@boli/shared/fares/reference';
import type { MiddleHalf } from '@boli/shared/market/market.schema';
import { IconScale } from '@tabler/icons-react';
import { formatMoney } from '../../core/money';
import { t } from '../../core/t';
import { Line, Lines } from '../../ui/Lines';
import { formatWholeMoney } from '../../ui/map/marker-price';
import { Computed, ComputedNote } from './Computed';
import { halfText, rangeText } from './usual';

/** The sum from which a usual price is computed: each line follows from those above it (docs/FAIRNESS.md). */
function FareLines({ reference }: { reference: Reference }) {
  const { km, minutes, vehicle_class, rates } = reference;
  const sum = fareSum(reference);
  const rupees = (paise: number) => formatMoney(toRupees(paise));
  const step = formatWholeMoney(REFERENCE_STEP);
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
  const step = formatWholeMoney(REFERENCE_STEP);
  const of = formatWholeMoney(mid);
  return (
    <Lines dense>
      <Line label={t('market.quarter_below', { percent: low_percent, of, step })}>{formatWholeMoney(low)}</Line>
      <Line label={t('market.quarter_above', { percent: high_percent, of, step })}>{formatWholeMoney(high)}</Line>
    </Lines>
  );
}

interface UsualPriceProps {
  reference: Reference | null | undefined;
  /** The middle half of the accepted prices; null with fewer than 30. */
  half?: MiddleHalf | null;
}

/**
 * "Usual ₹210–260" and, once there are 30, the middle half of the accepted prices; opened, both show how they are
 * computed. Nothing if no usual price is known.
 */
export function UsualPrice({ reference, half = null }: UsualPriceProps) {
  if (!reference) return null;
  return (
    <Computed
      icon={<IconScale size={20} stroke={1.75} aria-hidden />}
      text={t('fares.usual_start', { range: rangeText(reference) })}
      more={half && halfText(half)}
    >
      <FareLines reference={reference} />
      {half && <HalfLines half={half} mid={reference.mid} />}
      <ComputedNote>
        {reference.source === 'estimate' && `${t('fares.estimated')} `}
        {t('fares.rounded')}
      </ComputedNote>
    </Computed>
  );
}
