import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { t } from '../core/t';

/** Switches between light and dark; until it is pressed, the system's choice counts. */
export function ThemeSwitch({ className }: { className?: string }) {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const Sign = scheme === 'dark' ? IconSun : IconMoon;
  return (
    <ActionIcon
      className={className}
      aria-label={t('shell.theme')}
      title={t(scheme === 'dark' ? 'theme.light' : 'theme.dark')}
      onClick={() => setColorScheme(scheme === 'dark' ? 'light' : 'dark')}
    >
      <Sign size={22} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
}
