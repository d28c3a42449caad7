import { Box } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Tone } from '../../ui/Badge';
import tones from '../../ui/Tones.module.css';
import classes from './Note.module.css';

interface NoteProps {
  tone: 'info' | Extract<Tone, 'amber' | 'red'>;
  icon: Icon;
  children: ReactNode;
  action?: ReactNode;
}

/** A coloured box with an icon and text. */
export function Note({ tone, icon: Sign, children, action }: NoteProps) {
  return (
    <div className={`boli-note ${classes.note} ${tone === 'info' ? `${tones.indigo} ${classes.info}` : tones[tone]}`}>
      <Sign size={20} stroke={1.75} aria-hidden />
      <Box miw={0} flex={1}>
        {children}
      </Box>
      {action}
    </div>
  );
}
