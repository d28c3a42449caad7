import type { Point } from '@boli/shared/core/fields';
import type { Quote } from '@boli/shared/quotes/quotes.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { IconBroadcast } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useParam } from '../../core/address-bar';
import type { LiveState } from '../../core/live';
import { t } from '../../core/t';
import { EmptyState } from '../../ui/EmptyState';
import { LoadFailed } from '../../ui/LoadFailed';
import { RowsSkeleton } from '../../ui/RowsSkeleton';
import { Section } from '../../ui/Section';
import classes from './AvailableRides.module.css';
import { OpenRideCard } from './OpenRideCard';
import { QuoteDialog } from './QuoteDialog';

interface AvailableRidesProps {
  /** Open requests, newest first, each with the driver's own quote where it has one. */
  rides: readonly RideRequest[];
  state: LiveState;
  /** Where the driver is, when that is known. */
  place?: Point | null;
  /** Stands over the list. */
  filter?: ReactNode;
  onRetry: () => void;
  /** A quote was made, replaced or withdrawn: it goes into the store that `rides` comes from. */
  onQuote: (quote: Quote) => void;
}

/** The request that the dialog is about: the one in the list, or, once it has left the list, as it was last. */
function useQuoted(rides: readonly RideRequest[], id: string | null) {
  const listed = rides.find((ride) => ride.id === id);
  const [last, setLast] = useState(listed);
  if (listed && listed !== last) setLast(listed);
  return { ride: listed ?? last, isOpen: listed !== undefined };
}

/** The driver's list of open ride requests, live, with a quote for each (`?ride=<id>` opens the dialog). */
export function AvailableRides({ rides, state, place = null, filter, onRetry, onQuote }: AvailableRidesProps) {
  const [id, setId] = useParam('ride');
  const { ride, isOpen } = useQuoted(rides, id);
  const isEmpty = rides.length === 0;
  const count = isEmpty ? undefined : (
    <span className={classes.count}>{t('rides.open_count', { count: rides.length })}</span>
  );
  return (
    <Section title={t('rides.available_title')} action={count}>
      {filter && <div className={classes.filter}>{filter}</div>}
      {isEmpty && state === 'loading' && <RowsSkeleton />}
      {isEmpty && state === 'failed' && <LoadFailed onRetry={onRetry} />}
      {isEmpty && state === 'ready' && (
        <EmptyState
          icon={IconBroadcast}
          tone="awaited"
          title={t('rides.available_empty')}
          hint={t('rides.available_empty_hint')}
        />
      )}
      {!isEmpty && (
        <ul className={classes.list}>
          {rides.map((row) => (
            <li key={row.id}>
              <OpenRideCard ride={row} place={place} onSubmit={() => setId(row.id)} onQuote={onQuote} />
            </li>
          ))}
        </ul>
      )}
      {ride && (
        <QuoteDialog
          key={ride.id}
          ride={ride}
          isOpen={isOpen}
          opened={id === ride.id}
          onClose={() => setId(null, { replace: true })}
          onQuote={onQuote}
        />
      )}
    </Section>
  );
}
