import { Collapse, Stack, Switch, Text } from '@mantine/core';
import { turnOffPush, turnOnPush, usePush } from '../../core/push';
import { isShell } from '../../core/server';
import { t } from '../../core/t';
import { useAction } from '../../core/use-action';
import { PushChoiceForm } from './PushChoiceForm';

/** The switch for notifications on this device while the app is closed, or the reason why it cannot get any. */
export function PushSettings() {
  const { state, choice } = usePush();
  const { busy, act } = useAction();
  const turn = (on: boolean) =>
    act({
      name: 'turn',
      input: on,
      allowRepeat: true,
      run: async () => {
        if (on) await turnOnPush();
        else await turnOffPush();
      },
      errorMessage: 'push.turn_failed',
    });
  if (state === 'unsupported' || state === 'denied') {
    return (
      <Text size="meta" c="dimmed" pb="sm">
        {t(isShell() ? `native.push_${state}` : `push.${state}`)}
      </Text>
    );
  }
  return (
    <Stack gap={0} pb="md">
      <Switch
        label={t('push.on')}
        description={t('push.on_hint')}
        checked={state === 'on'}
        disabled={busy === 'turn'}
        onChange={({ currentTarget }) => void turn(currentTarget.checked)}
      />
      <Collapse expanded={state === 'on'}>
        <PushChoiceForm choice={choice} />
      </Collapse>
    </Stack>
  );
}
