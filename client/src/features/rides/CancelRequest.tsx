import { cancelRide } from '@boli/shared/rides/rides.endpoints';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../core/api';
import { errorText, t } from '../../core/t';
import { toast } from '../../core/toast';
import { upsertRide } from './rides.store';

/** Takes an open request back. */
export function CancelRequest({ rideId }: { rideId: string }) {
  const [busy, setBusy] = useState(false);
  const cancel = async () => {
    setBusy(true);
    try {
      upsertRide(await call(cancelRide, { params: { id: rideId } }));
      toast.success(t('rides.cancelled_toast'));
    } catch (error) {
      toast.error(errorText(error, 'rides.cancel_failed'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="subtle" color="red" fullWidth loading={busy} onClick={() => void cancel()}>
      {t('rides.cancel')}
    </Button>
  );
}
