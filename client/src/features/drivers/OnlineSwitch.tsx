import { Switch } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../core/t';
import { turnAvailability, useDriver } from './drivers.store';
import classes from './OnlineSwitch.module.css';

/** The driver's own online switch; nothing without a profile. */
export function OnlineSwitch() {
  const isOn = useDriver((driver) => driver.profile?.is_available);
  // A rejected driver is offered nothing, whatever the switch was left at; it counts again once the check is passed.
  const isRejected = useDriver((driver) => driver.profile?.verification_status === 'rejected');
  const [busy, setBusy] = useState(false);
  if (isOn === undefined) return null;
  const turn = async (on: boolean) => {
    setBusy(true);
    await turnAvailability(on);
    setBusy(false);
  };
  return (
    <Switch
      classNames={{ root: classes.switch ?? '', label: classes.word ?? '' }}
      size="lg"
      color="green"
      labelPosition="left"
      label={t('drivers.online')}
      checked={isOn && !isRejected}
      disabled={isRejected}
      onChange={(event) => !busy && void turn(event.currentTarget.checked)}
    />
  );
}
