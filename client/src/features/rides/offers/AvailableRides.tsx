import type { Point } from '@boli/shared/core/fields';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import { Box, Text } from '@mantine/core';
import { IconBroadcast, IconEyeOff } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useParam } from '../../../core/address-bar';
import type { SyncState } from '../../../core/sync';
import { t } from '../../../core/t';
import { EmptyState } from '../../../ui/EmptyState';
import { LoadFailed } from '../../../ui/LoadFailed';
import { RowsSkeleton } from '../../../ui/RowsSkeleton';
import { Section } from '../../../ui/Section';
import { ShowMore } from '../../../ui/ShowMore';
import type { OpenRide } from '../open-rides.store';
import { OpenRideCard } from './OpenRideCard';
import { QuoteDialog } from './QuoteDialog';

interface AvailableRidesProps {
  /** Open requests, newest first, each with the driver's own quote where it has one. */
  rides: readonly OpenRide[];
  /** How many older ones are not loaded; `onMore` loads the next page. */
  beyond: number;
  onMore: () => Promise<void>;
  state: SyncState;
  /** The text why this driver may see none; null or undefined if it may. */
  refusal?: string | null;
  /** Whether the page shows the reason already. */
  isReasonShown?: boolean;
  /** The driver's position, if known. */
  place?: Point | null;
  /** Shown above the list. */
  filter?: ReactNode;
  onRetry: () => void;
  /** Called with a submitted, replaced or withdrawn quote. */
  onQuote: (quote: Quote) => void;
}

/** The request of the dialog: the listed one, or its last state once it was removed from the list. */
function useQuoted(rides: readonly OpenRide[], id: string | null) {
  const listed = rides.find((ride) => ride.id === id);
  const [last, setLast] = useState(listed);
  if (listed && listed !== last) setLast(listed);
  return { ride: listed ?? last, isOpen: listed !== undefined };
}

/**
 * The driver's list of open ride requests, with a quote for each (`?ride=<id>` opens the dialog), or the reason why there is
 * none for this driver.
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

function OpenRides({
  rides,
  beyond,
  onMore,
  state,
  place = null,
  filter,
  onRetry,
  onQuote,
}: Omit<AvailableRidesProps, 'refusal' | 'isReasonShown'>) {
  const [id, setId] = useParam('ride');
  const { ride, isOpen } = useQuoted(rides, id);
  const isEmpty = rides.length === 0;
  const total = rides.length + beyond;
  const count =
    total === 0 ? undefined : (
      <Text span size="meta" c="dimmed">
        {t('rides.open_count', { count: total })}
      </Text>
    );
  return (
    <Section title={t('rides.available_title')} action={count}>
      {filter && (
        <Box mb="md" maw="30rem">
          {filter}
        </Box>
      )}
      {isEmpty && state === 'loading' && <RowsSkeleton />}
      {isEmpty && state === 'failed' && <LoadFailed onRetry={onRetry} />}
      {total === 0 && state === 'ready' && (
        <EmptyState
          icon={IconBroadcast}
          tone="awaited"
          title={t('rides.available_empty')}
          hint={t('rides.available_empty_hint')}
        />
      )}
      {!isEmpty && (
        <ul className="boli-list">
          {rides.map((row) => (
            <li key={row.id}>
              <OpenRideCard ride={row} place={place} onSubmit={() => setId(row.id)} onQuote={onQuote} />
            </li>
          ))}
        </ul>
      )}
      {total > 0 && <ShowMore shown={rides.length} total={total} onMore={onMore} />}
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
