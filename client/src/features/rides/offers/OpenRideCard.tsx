import type { Point } from '@boli/shared/core/fields';
import type { Reference, VehicleClass } from '@boli/shared/fares/fares.schema';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import { Box, Button } from '@mantine/core';
import { useId, useRef } from 'react';
import { t } from '../../../core/t';
import { MiniWay } from '../../../ui/MiniWay';
import { RouteRail } from '../../../ui/RouteRail';
import { TimeAgo } from '../../../ui/TimeAgo';
import { AllowedBand } from '../AllowedBand';
import type { OpenRide } from '../open-rides.store';
import { type Allowed, useAllowed } from '../use-allowed';
import { useKnownWay, useShapeWhenSeen } from '../way-shapes';
import { AskedPrice } from './AskedPrice';
import { cardId } from './card-id';
import { DelayedQuoteCard } from './DelayedQuoteCard';
import { useDelayedQuotes } from './delayed-quotes.store';
import { CardSums, NetEarnings } from './NetEarnings';
import classes from './OpenRideCard.module.css';
import { OwnQuote } from './OwnQuote';
import { PriceChips } from './PriceChips';
import { driverReference, type PriceChip, priceChips } from './price-chips';
import { RideFacts } from './RideFacts';

/** The drawing of the ride's way, whose shape is loaded once the card is on the screen. */
function Way({ ride }: { ride: OpenRide }) {
  const element = useRef<HTMLDivElement>(null);
  useShapeWhenSeen(ride, element);
  const { points, alongRoad } = useKnownWay(ride);
  return (
    <div ref={element} className={classes.way}>
      <MiniWay points={points} alongRoad={alongRoad} />
    </div>
  );
}

interface SumsProps {
  ride: OpenRide;
  place: Point | null;
  reference: Reference | null;
  perKm: number | null;
  /** The driver's quote, or the usual price; null if neither is known. */
  price: number | null;
}

/** The usual price, and the net earnings at `price`; without a usual price, only the net earnings. */
function Sums({ reference, perKm, price, ...where }: SumsProps) {
  if (price === null) return null;
  if (reference) return <CardSums {...where} reference={reference} perKm={perKm} price={price} />;
  return (
    <div className={classes.earned}>
      <NetEarnings {...where} price={price} />
    </div>
  );
}

interface PricesProps {
  prices: readonly PriceChip[];
  allowed: Allowed;
  /** The driver's usual price per kilometre in rupees; null if there are too few quotes, undefined until loaded. */
  usualPerKm: number | null | undefined;
  onPrice: (price: number) => void;
  describedBy: string;
}

function Prices({ prices, allowed, usualPerKm, onPrice, describedBy }: PricesProps) {
  if (usualPerKm === null && prices.length === 0) return <p className={classes.unknown}>{t('quotes.no_usual')}</p>;
  return (
    prices.length > 0 && <PriceChips prices={prices} allowed={allowed} onChoose={onPrice} describedBy={describedBy} />
  );
}

/** An expired quote is shown, too: the driver can renew it. */
const isOnOffer = ({ status }: Quote) => status === 'active' || status === 'expired';

interface OpenRideCardProps {
  ride: OpenRide;
  /** The driver's position, if known. */
  place: Point | null;
  /** The driver's usual price per kilometre in rupees; null if there are too few quotes, undefined until loaded. */
  usualPerKm: number | null | undefined;
  /** The class of the driver's vehicle; null if the profile has none. */
  vehicleClass?: VehicleClass | null;
  isFocused?: boolean;
  onFocus?: () => void;
  onSubmit: () => void;
  /** Called with the price of a pressed chip. */
  onPrice: (price: number) => void;
  /** Called with the customer's price if it has to be confirmed. */
  onAsked: (price: number) => void;
  onQuote: (quote: Quote) => void;
}

/**
 * One open request: the customer, the way and the distances, then the driver's quote if there is one, the customer's
 * price and other prices to quote with one tap.
 */
export function OpenRideCard(props: OpenRideCardProps) {
  const {
    ride,
    place,
    usualPerKm,
    vehicleClass = null,
    isFocused = false,
    onFocus,
    onSubmit,
    onPrice,
    onAsked,
    onQuote,
  } = props;
  const id = useId();
  const quote = ride.my_quote && isOnOffer(ride.my_quote) ? ride.my_quote : null;
  const reference = driverReference(ride, vehicleClass);
  const prices = priceChips(ride, { perKm: usualPerKm ?? null, vehicleClass });
  const allowed = useAllowed(reference);
  const usual = prices.find(({ isUsual }) => isUsual) ?? null;
  const price = quote?.price ?? usual?.price ?? null;
  const delayed = useDelayedQuotes(({ byRide }) => byRide[ride.id]);
  return (
    <article
      id={cardId(ride.id)}
      className={`boli-card ${classes.card}`}
      aria-labelledby={id}
      tabIndex={-1}
      data-focused={isFocused}
      onFocus={onFocus}
    >
      <div className={classes.top}>
        <Way ride={ride} />
        <div className={classes.words}>
          <div className={classes.who}>
            <Box id={id} component="h3" fw="var(--mantine-font-weight-medium)">
              {ride.customer_name}
            </Box>
            <TimeAgo time={ride.created_at} c="dimmed" size="meta" />
          </div>
          <RouteRail pickup={ride.pickup_location} drop={ride.drop_location} clamped />
        </div>
      </div>
      <RideFacts ride={ride} place={place} perKm={reference ? null : (usual?.perKm ?? null)} />
      <Sums ride={ride} place={place} reference={reference} perKm={usual?.perKm ?? null} price={price} />
      {quote && <OwnQuote quote={quote} onQuote={onQuote} />}
      {!delayed && (
        <AskedPrice
          ride={ride}
          quote={quote}
          usual={{ perKm: usualPerKm ?? null, vehicleClass }}
          onQuote={onQuote}
          onPrice={onAsked}
        />
      )}
      {delayed ? (
        <DelayedQuoteCard delayed={delayed} />
      ) : (
        <div className={classes.offer}>
          <Prices prices={prices} allowed={allowed} usualPerKm={usualPerKm} onPrice={onPrice} describedBy={id} />
          <Button
            className={classes.submit ?? ''}
            variant={quote ? 'light' : 'filled'}
            onClick={onSubmit}
            aria-describedby={id}
          >
            {t('quotes.submit')}
          </Button>
        </div>
      )}
      {!delayed && prices.some((chip) => !allowed.has(chip.price)) && <AllowedBand reference={reference} />}
    </article>
  );
}
