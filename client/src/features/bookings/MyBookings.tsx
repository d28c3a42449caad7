import type { Booking } from '@boli/shared/bookings/bookings.schema';
import { Box, Button } from '@mantine/core';
import { IconClipboardList } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useAddress } from '../../core/address-bar';
import { t } from '../../core/t';
import { noMessage, useAction } from '../../core/use-action';
import { EmptyState } from '../../ui/EmptyState';
import { LoadFailed } from '../../ui/LoadFailed';
import { RowsSkeleton } from '../../ui/RowsSkeleton';
import { Section } from '../../ui/Section';
import { BookingCard } from './BookingCard';
import { groupBookings, loadBookings, useBookings } from './bookings.store';
import type { Side } from './words';

interface MyBookingsProps {
  side: Side;
  /** What the screen says and offers while there is no booking. */
  empty?: { hint: string; action: ReactNode; below: ReactNode };
}

function Cards({ rows, side }: { rows: Booking[]; side: Side }) {
  const { go } = useAddress();
  return (
    <Box component="ul" className="boli-list" mb="lg">
      {rows.map((booking) => (
        <li key={booking.id}>
          <BookingCard booking={booking} side={side} onOpen={() => go({ booking: booking.id })} />
        </li>
      ))}
    </Box>
  );
}

function More({ before }: { before: string }) {
  const { busy, act } = useAction();
  const more = () => act({ name: before, run: () => loadBookings(before), errorMessage: noMessage });
  return (
    <Button variant="default" fullWidth loading={busy !== null} onClick={() => void more()}>
      {t('common.load_more')}
    </Button>
  );
}

function Groups({ side, empty }: MyBookingsProps) {
  const { byId, total } = useBookings();
  const { active, past } = groupBookings(byId);
  const oldest = [active.at(-1), past.at(-1)].flatMap((row) => row?.created_at ?? []).sort()[0];
  if (!oldest)
    return (
      <>
        <EmptyState icon={IconClipboardList} title={t('bookings.empty')} hint={empty?.hint} action={empty?.action} />
        {empty?.below}
      </>
    );
  const both = active.length > 0 && past.length > 0;
  return (
    <>
      {both && (
        <Box mb="xs" component="h3" c="dimmed" fz="meta" lh="meta" fw="var(--mantine-font-weight-medium)">
          {t('bookings.live')}
        </Box>
      )}
      {active.length > 0 && <Cards rows={active} side={side} />}
      {both && (
        <Box mb="xs" component="h3" c="dimmed" fz="meta" lh="meta" fw="var(--mantine-font-weight-medium)">
          {t('bookings.past')}
        </Box>
      )}
      {past.length > 0 && <Cards rows={past} side={side} />}
      {total !== null && active.length + past.length < total && <More before={oldest} />}
    </>
  );
}

/**
 * Active Bookings of a customer, My Bookings of a driver: every booking, active ones on top, each opening its details.
 */
export function MyBookings({ side, empty }: MyBookingsProps) {
  const { byId, total, failed } = useBookings();
  // Without a network the bookings that the device knows are shown; the server may have more.
  const hasRows = Object.keys(byId).length > 0;
  const subtitle = t(side === 'customer' ? 'bookings.subtitle_customer' : 'bookings.subtitle');
  return (
    <Section title={t('bookings.title')} subtitle={subtitle}>
      {(total !== null || hasRows) && <Groups side={side} {...(empty && { empty })} />}
      {total === null && failed && <LoadFailed onRetry={() => void loadBookings().catch(() => undefined)} />}
      {total === null && !failed && !hasRows && <RowsSkeleton />}
    </Section>
  );
}
