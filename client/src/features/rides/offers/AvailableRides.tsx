import type { Point } from '@boli/shared/core/fields';
import type { VehicleClass } from '@boli/shared/fares/fares.schema';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import { Button, Text } from '@mantine/core';
import { IconBroadcast, IconEyeOff, IconFilter } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useParam } from '../../../core/address-bar';
import { usePreferences } from '../../../core/preferences';
import type { SyncState } from '../../../core/sync';
import { t } from '../../../core/t';
import { EmptyState } from '../../../ui/EmptyState';
import { LoadFailed } from '../../../ui/LoadFailed';
import { RowsSkeleton } from '../../../ui/RowsSkeleton';
import { Section } from '../../../ui/Section';
import { ShowMore } from '../../../ui/ShowMore';
import type { OpenRide } from '../open-rides.store';
import { sendDelayed } from './delayed-quotes.store';
import { OpenRideCard } from './OpenRideCard';
import { QuoteDialog } from './QuoteDialog';

interface AvailableRidesProps {
  /** Open requests, newest first, each with the driver's own quote if there is one. */
  rides: readonly OpenRide[];
  /** The number of older open requests that are not loaded; `onMore` loads the next page. */
  beyond: number;
  onMore: () => Promise<void>;
  state: SyncState;
  /** The reason why this driver may not see the requests; null or undefined for a driver who may. */
  refusal?: string | null;
  /** Whether the page shows the reason already. */
  isReasonShown?: boolean;
  /** The driver's position, if known. */
  place?: Point | null;
  /** The driver's usual price per kilometre in rupees; null if there are too few quotes, undefined until loaded. */
  usualPerKm?: number | null | undefined;
  /** The class of the driver's vehicle; null if the profile has none. */
  vehicleClass?: VehicleClass | null;
  /** Shown beside the title. */
  filter?: ReactNode;
  /** The radius (km) that limits the list, and the function that removes it; null without a radius. */
  limit?: { km: number; remove: () => void } | null;
  /** The request in focus on the map beside the list. */
  focusedId?: string | null;
  onFocus?: (id: string) => void;
  onRetry: () => void;
  /** Called with a submitted, replaced or withdrawn quote. */
  onQuote: (quote: Quote) => void;
}

/** The request of the dialog: as it is listed, or, once it was removed from the list, as it was listed last. */
function useQuoted(rides: readonly OpenRide[], id: string | null) {
  const listed = rides.find((ride) => ride.id === id);
  const [last, setLast] = useState(listed);
  if (listed && listed !== last) setLast(listed);
  return { ride: listed ?? last, isOpen: listed !== undefined };
}

/**
 * The open ride requests, for the driver to quote on (`?ride=<id>` opens the dialog). For a driver who may not see
 * them, the reason is shown instead.
 */
export function AvailableRides({ refusal = null, isReasonShown = false, ...list }: AvailableRidesProps) {
  if (refusal === null) return <OpenRides {...list} />;
  return (
    <Section title={t('rides.available_title')}>
      <div role="status">
        <EmptyState icon={IconEyeOff} title={t('rides.available_refused')} {...(!isReasonShown && { hint: refusal })} />
      </div>
    </Section>
  );
}

type OpenRidesProps = Omit<AvailableRidesProps, 'refusal' | 'isReasonShown'>;

interface Opening {
  count: number;
  rideId: string | null;
  /** The pressed price in rupees: that of a chip, or the customer's; null for the card's own button. */
  price: number | null;
}

/**
 * The quote dialog of a request. It is opened by the card's button, by the URL, and by the customer's price if that has
 * to be confirmed. A price chip opens it unless chips send their price directly (the preference `oneTapQuote`).
 */
function useQuoting({ rides, onQuote }: Pick<OpenRidesProps, 'rides' | 'onQuote'>) {
  const [id, setId] = useParam('ride');
  const sendsAtOnce = usePreferences(({ oneTapQuote }) => oneTapQuote);
  // Counted, because the same chip may open the dialog again.
  const [opening, setOpening] = useState<Opening>({ count: 0, rideId: null, price: null });
  const open = (rideId: string, price: number | null) => {
    setOpening(({ count }) => ({ count: count + 1, rideId, price }));
    setId(rideId);
  };
  return {
    ...useQuoted(rides, id),
    id,
    opening,
    open: (rideId: string) => open(rideId, null),
    openWith: (rideId: string, price: number) => open(rideId, price),
    quote: (asked: OpenRide, price: number) =>
      sendsAtOnce ? sendDelayed(asked, price, onQuote) : open(asked.id, price),
    close: () => setId(null, { replace: true }),
  };
}

function Cards({ list, quoting }: { list: OpenRidesProps; quoting: ReturnType<typeof useQuoting> }) {
  const { rides, place = null, usualPerKm, vehicleClass = null, focusedId = null, onFocus, onQuote } = list;
  return (
    <ul className="boli-list">
      {rides.map((ride) => (
        <li key={ride.id}>
          <OpenRideCard
            ride={ride}
            place={place}
            usualPerKm={usualPerKm}
            vehicleClass={vehicleClass}
            isFocused={ride.id === focusedId}
            {...(onFocus && { onFocus: () => onFocus(ride.id) })}
            onSubmit={() => quoting.open(ride.id)}
            onPrice={(price) => quoting.quote(ride, price)}
            onAsked={(price) => quoting.openWith(ride.id, price)}
            onQuote={onQuote}
          />
        </li>
      ))}
    </ul>
  );
}

/** The empty list: nobody asks for a ride, or nobody within the chosen distance. */
function NoRides({ limit }: Pick<Required<OpenRidesProps>, 'limit'>) {
  if (limit === null)
    return (
      <EmptyState
        icon={IconBroadcast}
        tone="awaited"
        title={t('rides.available_empty')}
        hint={t('rides.available_empty_hint')}
      />
    );
  return (
    <EmptyState
      icon={IconFilter}
      title={t('rides.none_within', { km: limit.km })}
      hint={t('rides.none_within_hint')}
      action={
        <Button variant="light" onClick={limit.remove}>
          {t('rides.show_all')}
        </Button>
      }
    />
  );
}

function OpenRides(list: OpenRidesProps) {
  const { rides, beyond, onMore, state, usualPerKm, vehicleClass = null, filter, onRetry, onQuote } = list;
  const quoting = useQuoting(list);
  const { ride, isOpen, id, opening } = quoting;
  const isEmpty = rides.length === 0;
  const total = rides.length + beyond;
  const count = total > 0 && (
    <Text span size="meta" c="dimmed">
      {t('rides.open_count', { count: total })}
    </Text>
  );
  return (
    <Section title={t('rides.available_title')} beside={count} action={filter}>
      {isEmpty && state === 'loading' && <RowsSkeleton />}
      {isEmpty && state === 'failed' && <LoadFailed onRetry={onRetry} />}
      {total === 0 && state === 'ready' && <NoRides limit={list.limit ?? null} />}
      {!isEmpty && <Cards list={list} quoting={quoting} />}
      {total > 0 && <ShowMore shown={rides.length} total={total} onMore={onMore} />}
      {ride && (
        <QuoteDialog
          key={`${ride.id} ${opening.count}`}
          ride={ride}
          place={list.place ?? null}
          isOpen={isOpen}
          opened={id === ride.id}
          tapped={opening.rideId === ride.id ? opening.price : null}
          usualPerKm={usualPerKm ?? null}
          vehicleClass={vehicleClass}
          onClose={quoting.close}
          onQuote={onQuote}
        />
      )}
    </Section>
  );
}
