import { CUSTOMER_POLL_MS } from '@boli/shared/core/constants';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { Box, Button, Text } from '@mantine/core';
import { useId } from 'react';
import { useSync } from '../../core/sync';
import { t } from '../../core/t';
import { noMessage, useAction } from '../../core/use-action';
import { LoadFailed } from '../../ui/LoadFailed';
import { RowsSkeleton } from '../../ui/RowsSkeleton';
import { EmptyDrawing } from './EmptyDrawing';
import { useOpenRideForm } from './home/use-open-ride-form';
import classes from './MyRides.module.css';
import { RideCard } from './RideCard';
import { loadRides, sortRides, useRides } from './rides.store';

interface MyRidesProps {
  /** The lowest quoted price on a request, in rupees; null if not all its quotes are loaded. */
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

/** No request yet: what the product is, and the first step. */
function Empty({ onCreate }: { onCreate: () => void }) {
  return (
    <>
      <div className={classes.empty}>
        <EmptyDrawing />
        <div>
          <Text size="title" fw="var(--mantine-font-weight-medium)">
            {t('rides.empty')}
          </Text>
          <Text size="sm" c="dimmed">
            {t('home.empty_hint')}
          </Text>
        </div>
      </div>
      <Button className={classes.first ?? ''} fullWidth h="auto" px="xs" onClick={onCreate}>
        {t('rides.create_first')}
      </Button>
    </>
  );
}

/** My Rides: a customer's requests, newest first, each opening its quotes. */
export function MyRides({ lowestOf }: MyRidesProps) {
  const { create } = useOpenRideForm();
  const { byId, total } = useRides();
  const { state, retry } = useSync({
    watch: () => loadRides(),
    read: () => loadRides(),
    pollMs: CUSTOMER_POLL_MS,
  });
  const rides = sortRides(byId);
  const oldest = rides.at(-1);
  const id = useId();

  return (
    <section aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{t('rides.title')}</h2>
        <Button variant="light" px="xs" fz="sm" onClick={create}>
          {t('rides.new')}
        </Button>
        <Text size="sm" c="dimmed">
          {t('rides.subtitle')}
        </Text>
      </div>
      {total === null && state !== 'failed' && rides.length === 0 && <RowsSkeleton />}
      {total !== null && rides.length === 0 && <Empty onCreate={create} />}
      {rides.length > 0 && (
        <Box component="ul" className="boli-list" mb="md">
          {rides.map((ride) => (
            <li key={ride.id}>
              <RideCard ride={ride} lowest={lowestOf(ride)} />
            </li>
          ))}
        </Box>
      )}
      {total === null && state === 'failed' && <LoadFailed onRetry={retry} />}
      {oldest && total !== null && rides.length < total && <More before={oldest.created_at} />}
    </section>
  );
}
