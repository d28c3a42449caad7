import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './Badge.module.css';
import tones from './Tones.module.css';

/** The colours; in this order they mean pending, accepted, in progress, completed, closed, refused. */
export type Tone = 'amber' | 'indigo' | 'live' | 'green' | 'grey' | 'red';

interface BadgeProps {
  tone: Tone;
  icon?: Icon;
  /** For cards with a solid background, on which soft tones have too little contrast. */
  onSolid?: boolean;
  children: ReactNode;
}

/**
 * A word or two on a colour. Only something in progress has a pulsing dot. Mantine's Badge is not used: it truncates
 * its text to one line.
 */
export function Badge({ tone, icon: Sign, onSolid = false, children }: BadgeProps) {
  return (
    <span className={`${classes.badge} ${onSolid ? classes.onSolid : tones[tone]}`}>
      {tone === 'live' && <span className={classes.dot} />}
      {Sign && <Sign size={14} stroke={2} aria-hidden />}
      {children}
    </span>
  );
}
