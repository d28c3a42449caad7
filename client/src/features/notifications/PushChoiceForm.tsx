import { REQUEST_RADII_KM } from '@boli/shared/core/constants';
import { Button, Group, NativeSelect, Stack, Switch, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { choosePush } from '../../core/push';
import { type PushChoice, withMuted } from '../../core/push-choice';
import { useSession } from '../../core/session';
import { errorText, t } from '../../core/t';
import { clearErrors, toast } from '../../core/toast';
import { groupsOf, type MutableKind } from './push-kinds';

/** The default quiet hours, which a person can change. */
const NIGHT = { from: '22:00', to: '07:00' };
const ends = ['from', 'to'] as const;

interface PartProps {
  choice: PushChoice;
}

/** Saves a choice. Not a `useAction`, which would ignore further changes while one is being saved. */
async function save(choice: PushChoice): Promise<void> {
  try {
    await choosePush(choice);
    clearErrors('choose');
  } catch (error) {
    toast.error(errorText(error, 'push.choice_failed'), 'choose');
  }
}

/** The name of a kind is the title of its notifications; not for reminders, whose title contains the minutes. */
const nameOf = (kind: MutableKind) =>
  kind === 'ride_reminder' ? t('push.kind_reminder') : t(`notifications.${kind}.title`);

/** A switch for each group of kinds of which this person is notified, or for each kind. */
function Kinds({ choice }: PartProps) {
  const groups = groupsOf(useSession(({ user }) => user?.role));
  const isMuted = (kind: MutableKind) => choice.muted.includes(kind);
  // A single switch cannot show that only some kinds of its group are muted.
  const [inGroups, setInGroups] = useState(() =>
    groups.every(({ kinds }) => kinds.every(isMuted) || !kinds.some(isMuted)),
  );
  const kindSwitch = (label: string, kinds: readonly MutableKind[]) => (
    <Switch
      key={label}
      label={label}
      checked={!kinds.every(isMuted)}
      onChange={({ currentTarget }) =>
        void save({ ...choice, muted: withMuted(choice.muted, kinds, !currentTarget.checked) })
      }
    />
  );
  if (groups.length === 0) return null;
  return (
    <>
      {groups.map(({ name, kinds }) =>
        inGroups ? (
          kindSwitch(t(`push.group_${name}`), kinds)
        ) : (
          <Stack key={name} component="section" gap="xs" aria-label={t(`push.group_${name}`)}>
            {kinds.map((kind) => kindSwitch(nameOf(kind), [kind]))}
          </Stack>
        ),
      )}
      <Button
        variant="subtle"
        size="sm"
        px={0}
        style={{ alignSelf: 'flex-start' }}
        onClick={() => setInGroups(!inGroups)}
      >
        {t(inGroups ? 'push.each_kind' : 'push.by_group')}
      </Button>
    </>
  );
}

/** For drivers: whether they are notified of new requests near them, and how near. */
function NearRequests({ choice }: PartProps) {
  const isDriver = useSession(({ user }) => user?.role === 'driver');
  if (!isDriver) return null;
  const choose = (near_km: number | null) => void save({ ...choice, near_km });
  return (
    <>
      <Switch
        label={t('push.near')}
        description={t('push.near_hint')}
        checked={choice.near_km !== null}
        onChange={({ currentTarget }) => choose(currentTarget.checked ? REQUEST_RADII_KM[0] : null)}
      />
      {choice.near_km !== null && (
        <NativeSelect
          label={t('push.near_radius')}
          value={String(choice.near_km)}
          data={REQUEST_RADII_KM.map((km) => ({ value: String(km), label: t('rides.within', { km }) }))}
          onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
        />
      )}
    </>
  );
}

function Quiet({ choice }: PartProps) {
  const id = useId();
  const { quiet } = choice;
  return (
    <>
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
    </>
  );
}

/** The kinds of notifications that this device gets, and its quiet hours. */
export function PushChoiceForm({ choice }: PartProps) {
  return (
    <Stack gap="xs" pt="xs">
      <Kinds choice={choice} />
      <NearRequests choice={choice} />
      <Quiet choice={choice} />
    </Stack>
  );
}
