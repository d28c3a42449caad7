import { cancelRide } from '@boli/shared/rides/rides.endpoints';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../core/api';
import { t } from '../../core/t';
import { useAction } from '../../core/use-action';
import { AppDialog } from '../../ui/AppDialog';
import { OfflineReason, OnlineButton } from '../../ui/OnlineButton';
import { cancelledProof, upsertRide } from './rides.store';

interface QuestionProps {
  opened: boolean;
  /** The number of quotes that end with the request. */
  quotes: number;
  isBusy: boolean;
  onKeep: () => void;
  onCancel: () => void;
}

function Question({ opened, quotes, isBusy, onKeep, onCancel }: QuestionProps) {
  const buttons = (
    <>
      <OfflineReason />
      <Button variant="default" onClick={onKeep}>
        {t('rides.keep')}
      </Button>
      <OnlineButton quiet color="red" loading={isBusy} onClick={onCancel}>
        {t('rides.cancel_yes')}
      </OnlineButton>
    </>
  );
  return (
    <AppDialog opened={opened} onClose={onKeep} title={t('rides.cancel_title')} footer={buttons} form="sheet">
      <p>{t('rides.cancel_question', { count: quotes })}</p>
    </AppDialog>
  );
}

/** Cancels an open ride request; if the request has quotes, a dialog asks for confirmation first. */
export function CancelRequest({ rideId, quotes }: { rideId: string; quotes: number }) {
  const [asking, setAsking] = useState(false);
  const { busy, act } = useAction();
  const cancel = async () => {
    await act({
      name: 'cancel',
      run: () => call(cancelRide, { params: { id: rideId } }),
      proof: cancelledProof(rideId),
      successMessage: 'rides.cancelled_toast',
      errorMessage: 'rides.cancel_failed',
      onSuccess: upsertRide,
    });
    setAsking(false);
  };
  return (
    <>
      <OnlineButton
        variant="subtle"
        color="red"
        fullWidth
        loading={busy !== null}
        onClick={() => (quotes > 0 ? setAsking(true) : void cancel())}
      >
        {t('rides.cancel')}
      </OnlineButton>
      <Question
        opened={asking}
        quotes={quotes}
        isBusy={busy !== null}
        onKeep={() => setAsking(false)}
        onCancel={() => void cancel()}
      />
    </>
  );
}
