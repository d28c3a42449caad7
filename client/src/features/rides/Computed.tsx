import type { ReactNode } from 'react';
import { t } from '../../core/t';
import classes from './Computed.module.css';
import { Folded, FoldedContent, FoldedNote } from './Folded';

interface ComputedProps {
  icon: ReactNode;
  /** The figure, in words. */
  text: ReactNode;
  /** Shown below the figure, also while the computation is folded. */
  more?: ReactNode;
  /** How the figure is computed. */
  children: ReactNode;
  /** Whether the words "How this is computed" are above the computation instead of beside the figure. */
  brief?: boolean;
  /** The name of the computation. */
  title?: string;
  className?: string | undefined;
}

/** A figure that can be opened to show how it is computed. */
export function Computed({ icon, text, more, children, brief = false, title, className }: ComputedProps) {
  const line = (
    <span className={classes.text}>
      {icon}
      <span>
        {text}
        {more && <span className={classes.more}>{more}</span>}
      </span>
    </span>
  );
  return (
    <Folded className={className} line={line} state={!brief && t('fares.how')}>
      <FoldedContent name={title}>
        {brief && <FoldedNote>{t('fares.how')}</FoldedNote>}
        {children}
      </FoldedContent>
    </Folded>
  );
}
