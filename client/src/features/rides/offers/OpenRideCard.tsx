import type { Point } from '@boli/shared/core/fields';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import { Box, Button } from '@mantine/core';
import { useId, useRef } from 'react';
import { t } from '../../../core/t';
import { MiniWay } from '../../../ui/MiniWay';
import { RouteRail } from '../../../ui/RouteRail';
import { TimeAgo } from '../../../ui/TimeAgo';
import type { OpenRide } from '../open-rides.store';
import { useKnownWay, useShapeWhenSeen } from '../way-shapes';
import { cardId } from './card-id';
import { DelayedQuoteCard } from './DelayedQuoteCard';
import { useDelayedQuotes } from './delayed-quotes.store';
import classes from './OpenRideCard.module.css';
import { OwnQuote } from './OwnQuote';
import { type OwnPrice, ownPrices } from './own-prices';
import { PriceChips } from './PriceChips';
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

interface PricesProps {
  prices: readonly OwnPrice[];
  /** The driver's usual price per kilometre in rupees; null if there are too few quotes, undefined until loaded. */
  usualPerKm: number | null | undefined;
  onPrice: (price: number) => void;
  describedBy: string;
}

function Prices({ prices, usualPerKm, onPrice, describedBy }: PricesProps) {
  if (usualPerKm === null) return <p className={classes.unknown}>{t('quotes.no_usual')}</p>;
  return prices.length > 0 && <PriceChips prices={prices} onChoose={onPrice} describedBy={describedBy} />;
}

interface OpenRideCardProps {
  ride: OpenRide;
  /** The driver's position, if known. */
  place: Point | null;
  /** The driver's usual price per kilometre in rupees; null if there are too few quotes, undefined until loaded. */
  usualPerKm: number | null | undefined;
  isFocused?: boolean;
  onFocus?: () => void;
  onSubmit: () => void;
  /** Called with the price of a pressed chip. */
  onPrice: (price: number) => void;
  onQuote: (quote: Quote) => void;
}

/**
 * One open request: the customer, the way and the distances, then the driver's active quote if there is one, and prices
 * to quote with one tap.
 */
export function OpenRideCard(props: OpenRideCardProps) {
  const { ride, place, usualPerKm, isFocused = false, onFocus, onSubmit, onPrice, onQuote } = props;
  const id = useId();
  const quote = ride.my_quote?.status === 'active' ? ride.my_quote : null;
  const prices = ownPrices(ride, usualPerKm ?? null);
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
      <RideFacts ride={ride} place={place} perKm={prices.find(({ isUsual }) => isUsual)?.perKm ?? null} />
      {quote && <OwnQuote quote={quote} onQuote={onQuote} />}
      {delayed ? (
        <DelayedQuoteCard delayed={delayed} />
      ) : (
        <div className={classes.offer}>
          <Prices prices={prices} usualPerKm={usualPerKm} onPrice={onPrice} describedBy={id} />
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
    </article>
  );
}
