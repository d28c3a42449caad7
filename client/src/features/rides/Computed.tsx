import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../../core/t';
import classes from './Computed.module.css';

interface ComputedProps {
  icon: ReactNode;
  /** The figure, in words. */
  text: ReactNode;
  /** Shown below the figure, also while the sum is closed. */
  more?: ReactNode;
  /** How the figure is computed. */
  children: ReactNode;
  /** Whether the words "How this is computed" are above the sum instead of beside the figure. */
  brief?: boolean;
  /** The name of the sum. */
  title?: string;
  className?: string | undefined;
}

/** A figure that can be opened to show how it is computed. */
export function Computed({ icon, text, more, children, brief = false, title, className }: ComputedProps) {
  return (
    <details className={`${classes.computed} ${className ?? ''}`}>
      <summary>
        <span className={classes.text}>
          {icon}
          <span>
            {text}
            {more && <span className={classes.more}>{more}</span>}
          </span>
        </span>
        <span className={classes.how}>
          {!brief && t('fares.how')}
          <IconChevronDown size={16} stroke={1.75} aria-hidden />
        </span>
      </summary>
      <section className={classes.sum} aria-label={title}>
        {brief && <ComputedNote>{t('fares.how')}</ComputedNote>}
        {children}
      </section>
    </details>
  );
}

/** A remark below the lines of a sum. */
export function ComputedNote({ children }: { children: ReactNode }) {
  return <p className={classes.note}>{children}</p>;
}
