import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './Badge.module.css';
import tones from './Tones.module.css';

/** What a colour says, the same everywhere: waiting, agreed, under way, done, over, refused. */
export type Tone = 'amber' | 'indigo' | 'live' | 'green' | 'grey' | 'red';

interface BadgeProps {
  tone: Tone;
  icon?: Icon;
  /** It stands on the solid colour of a card, where soft tones would not be seen. */
  onSolid?: boolean;
  children: ReactNode;
}

/**
 * A word or two on a colour. What is under way, and only that, has a breathing dot.
 * By hand: the library's Badge cuts words off at one line, which these must not.
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
