import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './EmptyState.module.css';

interface EmptyStateProps {
  icon: Icon;
  title: string;
  hint?: string;
  action?: ReactNode;
  /** `awaited`: something is on its way (amber). */
  tone?: 'plain' | 'awaited';
  /** A drawing in place of the tile. */
  picture?: ReactNode;
}

/** Nothing here yet: what, why, and one thing to do about it. Never shown for a list that could not be loaded. */
export function EmptyState({ icon: Sign, title, hint, action, tone = 'plain', picture }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      {picture ?? (
        <span className={`${classes.tile} ${tone === 'awaited' ? classes.awaited : ''}`}>
          <Sign size={26} stroke={1.75} aria-hidden />
        </span>
      )}
      <p className={classes.title}>{title}</p>
      {hint && <span className={classes.hint}>{hint}</span>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
