import { Collapse, Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useId } from 'react';
import { choosePush, turnOffPush, turnOnPush, usePush } from '../../core/push';
import { type PushChoice, withMuted } from '../../core/push-choice';
import { errorText, t } from '../../core/t';
import { clearErrors, toast } from '../../core/toast';
import { useAction } from '../../core/use-action';
import { groupNames, kindGroups } from './push-kinds';

/** The default quiet hours, which a person can change. */
const NIGHT = { from: '22:00', to: '07:00' };

const ends = ['from', 'to'] as const;

/** Saves a choice. Not a `useAction`, which would ignore further changes while one is being saved. */
async function save(choice: PushChoice): Promise<void> {
  try {
    await choosePush(choice);
    clearErrors('choose');
  } catch (error) {
    toast.error(errorText(error, 'push.choice_failed'), 'choose');
  }
}

/** The kinds of notifications that this device gets, and its quiet hours. */
function Choice({ choice }: { choice: PushChoice }) {
  const id = useId();
  const { muted, quiet } = choice;
  return (
    <Stack gap="xs" pt="xs">
      {groupNames.map((name) => (
        <Switch
          key={name}
          label={t(`push.group_${name}`)}
          checked={!kindGroups[name].every((kind) => muted.includes(kind))}
          onChange={({ currentTarget }) =>
            void save({ ...choice, muted: withMuted(muted, kindGroups[name], !currentTarget.checked) })
          }
        />
      ))}
      <Switch
        label={t('push.quiet')}
        description={t('push.quiet_hint')}
        checked={quiet !== null}
        onChange={({ currentTarget }) => void save({ ...choice, quiet: currentTarget.checked ? NIGHT : null })}
      />
      {quiet && (
        <Group grow>
          {ends.map((end) => (
            <TextInput
              key={end}
              id={`${id}-${end}`}
              type="time"
              label={t(`push.quiet_${end}`)}
              value={quiet[end]}
              onChange={({ currentTarget }) =>
                currentTarget.value && void save({ ...choice, quiet: { ...quiet, [end]: currentTarget.value } })
              }
            />
          ))}
        </Group>
      )}
    </Stack>
  );
}

/** The switch of notifications on this device while the app is closed; the reason where it cannot get any. */
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
        {t(`push.${state}`)}
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
        <Choice choice={choice} />
      </Collapse>
    </Stack>
  );
}
