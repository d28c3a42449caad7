import { CUSTOMER_POLL_MS } from '@boli/shared/core/constants';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { Box, Button } from '@mantine/core';
import { IconPlus, IconRoute } from '@tabler/icons-react';
import { useParam } from '../../core/address-bar';
import { useDesktop } from '../../core/screen';
import { useSync } from '../../core/sync';
import { t } from '../../core/t';
import { noMessage, useAction } from '../../core/use-action';
import { EmptyState } from '../../ui/EmptyState';
import { LoadFailed } from '../../ui/LoadFailed';
import { RowsSkeleton } from '../../ui/RowsSkeleton';
import { Section } from '../../ui/Section';
import { CreateRideDialog } from './CreateRideDialog';
import { EmptyDrawing } from './EmptyDrawing';
import classes from './MyRides.module.css';
import { RideCard } from './RideCard';
import { loadRides, sortRides, useRides } from './rides.store';

const CREATE = 'create-ride';

interface MyRidesProps {
  /** The lowest price on a request in rupees; null where not every quote is known. */
  lowestOf: (ride: RideRequest) => number | null;
}

function More({ before }: { before: string }) {
  const { busy, act } = useAction();
  const more = () => act({ name: before, run: () => loadRides(before), errorMessage: noMessage });
  return (
    <Button variant="default" fullWidth loading={busy !== null} onClick={() => void more()}>
      {t('common.load_more')}
    </Button>
  );
}

/** My Rides: a customer's requests, newest first, each opening its quotes. */
export function MyRides({ lowestOf }: MyRidesProps) {
  const [dialog, setDialog] = useParam('dialog');
  const { byId, total } = useRides();
  const { state, retry } = useSync({
    watch: () => loadRides(),
    read: () => loadRides(),
    pollMs: CUSTOMER_POLL_MS,
  });
  const rides = sortRides(byId);
  const oldest = rides.at(-1);
  const create = () => setDialog(CREATE);
  const isEmpty = total !== null && rides.length === 0;
  const desktop = useDesktop();
  const newRide = (
    <Button
      variant={isEmpty ? 'light' : 'filled'}
      leftSection={<IconPlus size={20} stroke={1.75} aria-hidden />}
      onClick={create}
    >
      {t('rides.new')}
    </Button>
  );

  return (
    <Section title={t('rides.title')} subtitle={t('rides.subtitle')} action={desktop && newRide}>
      {total === null && state === 'failed' && <LoadFailed onRetry={retry} />}
      {total === null && state !== 'failed' && <RowsSkeleton />}
      {isEmpty && (
        <EmptyState
          icon={IconRoute}
          picture={<EmptyDrawing />}
          title={t('rides.empty')}
          action={<Button onClick={create}>{t('rides.create_first')}</Button>}
        />
      )}
      {rides.length > 0 && (
        <Box component="ul" className="boli-list" mb="md">
          {rides.map((ride) => (
            <li key={ride.id}>
              <RideCard ride={ride} lowest={lowestOf(ride)} />
            </li>
          ))}
        </Box>
      )}
      {oldest && total !== null && rides.length < total && <More before={oldest.created_at} />}
      {!desktop && <div className={classes.action}>{newRide}</div>}
      <CreateRideDialog opened={dialog === CREATE} onClose={() => setDialog(null, { replace: true })} />
    </Section>
  );
}
