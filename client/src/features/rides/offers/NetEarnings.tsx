import type { Point } from '@boli/shared/core/fields';
import { toRupees } from '@boli/shared/core/money';
import type { Reference } from '@boli/shared/fares/fares.schema';
import { PICKUP_WAIT_MINUTES } from '@boli/shared/pricing/net-earnings';
import { IconScale, IconSteeringWheel } from '@tabler/icons-react';
import { useFeeRule } from '../../../core/fee-rule';
import { formatMoney } from '../../../core/money';
import { shownDecimalKm } from '../../../core/road';
import { t } from '../../../core/t';
import { bearsLevies } from '../../../ui/fee-words';
import { Line, Lines } from '../../../ui/Lines';
import { formatWholeMoney } from '../../../ui/map/marker-price';
import { Computed } from '../Computed';
import { FoldedContent, FoldedNote } from '../Folded';
import type { OpenRide } from '../open-rides.store';
import { UsualSum } from '../UsualPrice';
import { rangeText } from '../usual';
import classes from './NetEarnings.module.css';
import { type RideEarnings, type SourcedWay, useRideEarnings } from './net-earnings';

const rupees = (paise: number) => formatMoney(toRupees(paise));
const wholeRupees = (paise: number) => formatWholeMoney(Math.round(toRupees(paise)) + 0);

/** "2.1 km, 7 min"; for an estimate "about 2 km, about 7 min". */
function wayText({ km, minutes: min, source }: SourcedWay): string {
  if (source === 'roads') return t('earned.way', { km: shownDecimalKm(km), min });
  return t('earned.about_way', { km, min });
}

/** "At ₹235: ₹16/km, ₹292/h". */
function lineText({ price, sum, isEstimate }: RideEarnings): string {
  const figures = { price: formatWholeMoney(price), per_hour: wholeRupees(sum.per_hour) };
  if (sum.per_km === null) return t('earned.line_hour', figures);
  return t(isEstimate ? 'earned.line_about' : 'earned.line', { ...figures, per_km: wholeRupees(sum.per_km) });
}

/** The sum: each line follows from those above it (docs/FAIRNESS.md). */
function EarningsLines({ earnings }: { earnings: RideEarnings }) {
  const { price, toPickup, trip, costPerKm, sum } = earnings;
  const rule = useFeeRule();
  const isAfterLevies = rule !== null && bearsLevies(rule);
  return (
    <Lines dense>
      {toPickup && <Line label={t('earned.empty')}>{wayText(toPickup)}</Line>}
      <Line label={t('earned.loaded')}>{wayText(trip)}</Line>
      <Line label={t('earned.wait')}>{t('earned.minutes', { min: PICKUP_WAIT_MINUTES })}</Line>
      <Line label={t('bookings.quoted_price')}>{formatMoney(price)}</Line>
      <Line label={t(isAfterLevies ? 'earned.earnings_less_levies' : 'earned.earnings')}>{rupees(sum.earnings)}</Line>
      {costPerKm !== null && (
        <Line label={t('earned.cost', { km: sum.km, rate: formatMoney(costPerKm) })}>{rupees(0 - sum.cost)}</Line>
      )}
      <Line sum label={t('earned.net')}>
        {rupees(sum.net)}
      </Line>
      {sum.per_km !== null && <Line label={t('earned.per_km', { km: sum.km })}>{rupees(sum.per_km)}</Line>}
      <Line label={t('earned.per_hour', { min: sum.minutes })}>{rupees(sum.per_hour)}</Line>
    </Lines>
  );
}

/** The sum, with notes about what is missing or estimated in it. */
function EarningsSum({ earnings }: { earnings: RideEarnings }) {
  const notes = [
    ...(earnings.isEstimate ? [t('earned.estimated')] : []),
    ...(earnings.toPickup ? [] : [t('earned.no_pickup')]),
    ...(earnings.costPerKm === null ? [t('earned.no_cost')] : []),
  ];
  return (
    <>
      <EarningsLines earnings={earnings} />
      {notes.length > 0 && <FoldedNote>{notes.join(' ')}</FoldedNote>}
    </>
  );
}

interface NetEarningsProps {
  ride: OpenRide;
  /** The driver's position, if known. */
  place: Point | null;
  /** Rupees. */
  price: number;
}

/**
 * The driver's net earnings at a price, per kilometre and per hour, with the empty way and the wait included: one
 * line, which opens the sum. Renders nothing until the fee rule is known.
 */
export function NetEarnings({ ride, place, price }: NetEarningsProps) {
  const earnings = useRideEarnings(ride, place, price);
  if (!earnings) return null;
  return (
    <Computed
      className={classes.line}
      icon={<IconSteeringWheel size={20} stroke={1.75} aria-hidden />}
      text={lineText(earnings)}
      brief
      title={t('earned.title', { price: formatMoney(price) })}
    >
      <EarningsSum earnings={earnings} />
    </Computed>
  );
}

interface CardSumsProps extends Omit<NetEarningsProps, 'price'> {
  /** The usual price of the ride for the driver's vehicle, and that price per kilometre, in rupees. */
  reference: Reference;
  perKm: number | null;
  /** The price for which the net earnings are shown, in rupees. */
  price: number;
}

/**
 * The usual price on a request's card, and the net earnings at a price. The two lines are one button that opens both
 * sums, because one line is too low for a finger.
 */
export function CardSums({ ride, place, reference, perKm, price }: CardSumsProps) {
  const earnings = useRideEarnings(ride, place, price);
  const usual = [
    t('fares.usual_start', { range: rangeText(reference) }),
    ...(perKm === null ? [] : [t('quotes.per_km', { price: formatWholeMoney(Math.round(perKm)) })]),
  ];
  return (
    <Computed
      className={classes.line}
      icon={<IconScale size={20} stroke={1.75} aria-hidden />}
      text={usual.join(' · ')}
      more={earnings && lineText(earnings)}
      brief
    >
      <UsualSum reference={reference} half={ride.middle_half} saysHalf />
      {earnings && (
        <FoldedContent name={t('earned.title', { price: formatMoney(price) })}>
          <strong aria-hidden>{t('earned.title', { price: formatMoney(price) })}</strong>
          <EarningsSum earnings={earnings} />
        </FoldedContent>
      )}
    </Computed>
  );
}
