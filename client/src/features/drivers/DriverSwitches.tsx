import { Stack, Switch } from '@mantine/core';
import { type SwitchName, setPreferences, usePreferences } from '../../core/preferences';
import { playTones, unlockSound } from '../../core/sound';
import { t } from '../../core/t';
import { canKeepAwake } from '../../core/use-wake-lock';
import { Section } from '../../ui/Section';
import classes from './DriverSwitches.module.css';

/** Stores a choice. The press that switches the sound on also unlocks audio and plays the sound once. */
function choose(name: SwitchName, isOn: boolean): void {
  setPreferences({ [name]: isOn });
  if (name === 'requestSound' && isOn) void unlockSound().then(playTones);
}

interface OneSwitchProps {
  name: SwitchName;
  label: string;
  hint?: string | undefined;
  /** Why this device cannot do what the switch offers. */
  unavailable?: string | false;
}

function OneSwitch({ name, label, hint, unavailable = false }: OneSwitchProps) {
  const isOn = usePreferences((preferences) => preferences[name]);
  const words = unavailable || hint;
  return (
    <Switch
      classNames={{ body: classes.body ?? '', labelWrapper: classes.words ?? '', label: classes.label ?? '' }}
      size="lg"
      labelPosition="left"
      label={label}
      {...(words && { description: words })}
      checked={isOn && !unavailable}
      disabled={unavailable !== false}
      onChange={(event) => choose(name, event.currentTarget.checked)}
    />
  );
}

/** A driver's choices for this device: how it announces requests, and how buttons and prices are pressed. */
export function DriverSwitches({ undoSeconds }: { undoSeconds: number }) {
  return (
    <Section title={t('drivers.switches')}>
      <Stack gap="xs">
        <OneSwitch name="plainButtons" label={t('drivers.switch_buttons')} />
        <OneSwitch name="requestSound" label={t('drivers.switch_sound')} />
        <OneSwitch
          name="requestVibration"
          label={t('drivers.switch_vibration')}
          unavailable={!('vibrate' in navigator) && t('drivers.no_vibration')}
        />
        <OneSwitch
          name="keepAwake"
          label={t('drivers.switch_awake')}
          unavailable={!canKeepAwake() && t('drivers.no_wake_lock')}
        />
        <OneSwitch
          name="oneTapQuote"
          label={t('drivers.switch_one_tap')}
          hint={t('drivers.one_tap_hint', { seconds: undoSeconds })}
        />
      </Stack>
    </Section>
  );
}
