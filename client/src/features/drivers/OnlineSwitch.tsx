import { Switch } from '@mantine/core';
import { useReachable } from '../../core/reachable';
import { t } from '../../core/t';
import { useAction } from '../../core/use-action';
import { changeAvailability, useDriver } from './drivers.store';
import classes from './OnlineSwitch.module.css';

/** The driver's online switch; renders nothing without a profile. The header says why the switch is disabled offline. */
export function OnlineSwitch() {
  const isOn = useDriver((driver) => driver.profile?.is_available);
  // A rejected driver gets no requests. The stored value is kept, and counts again after verification.
  const isRejected = useDriver((driver) => driver.profile?.verification_status === 'rejected');
  const isReachable = useReachable();
  const { act } = useAction();
  if (isOn === undefined) return null;
  const turn = (on: boolean) =>
    act({
      name: 'turn',
      input: on,
      run: () => changeAvailability(on),
      successMessage: (isOnline) => t(isOnline ? 'drivers.go_online' : 'drivers.go_offline'),
      errorMessage: 'drivers.availability_failed',
    });
  return (
    <Switch
      classNames={{ root: classes.switch ?? '', body: classes.body ?? '', label: classes.word ?? '' }}
      size="lg"
      color="green"
      labelPosition="left"
      label={t('drivers.online')}
      wrapperProps={{ 'data-clear-of-toasts': true }}
      checked={isOn && !isRejected}
      disabled={isRejected || !isReachable}
      onChange={(event) => void turn(event.currentTarget.checked)}
    />
  );
}
