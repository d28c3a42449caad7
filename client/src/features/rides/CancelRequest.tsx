import { cancelRide } from '@boli/shared/rides/rides.endpoints';
import { Button } from '@mantine/core';
import { call } from '../../core/api';
import { t } from '../../core/t';
import { useAction } from '../../core/use-action';
import { upsertRide } from './rides.store';

/** Cancels an open request. */
export function CancelRequest({ rideId }: { rideId: string }) {
  const { busy, act } = useAction();
  const cancel = () =>
    act({
      name: 'cancel',
      run: () => call(cancelRide, { params: { id: rideId } }),
      successMessage: 'rides.cancelled_toast',
      errorMessage: 'rides.cancel_failed',
      onSuccess: upsertRide,
    });
  return (
    <Button variant="subtle" color="red" fullWidth loading={busy !== null} onClick={() => void cancel()}>
      {t('rides.cancel')}
    </Button>
  );
}
