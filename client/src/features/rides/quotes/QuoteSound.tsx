import { Button } from '@mantine/core';
import { IconBell, IconBellRinging } from '@tabler/icons-react';
import { setPreferences, usePreferences } from '../../../core/preferences';
import { playTones, unlockSound } from '../../../core/sound';
import { t } from '../../../core/t';

/** The switch of sound and vibration for new quotes on this device; switching it on plays the sound once. */
export function QuoteSound() {
  const isOn = usePreferences(({ quoteSound }) => quoteSound);
  const Sign = isOn ? IconBellRinging : IconBell;
  const toggle = () => {
    setPreferences({ quoteSound: !isOn });
    if (!isOn) void unlockSound().then(playTones);
  };
  return (
    <Button
      variant={isOn ? 'light' : 'default'}
      role="switch"
      aria-checked={isOn}
      leftSection={<Sign size={20} stroke={1.75} aria-hidden />}
      onClick={toggle}
    >
      {t('quotes.sound')}
    </Button>
  );
}
