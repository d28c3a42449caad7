import { IconChevronDown } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import classes from './Folded.module.css';

interface FoldedProps extends ComponentProps<'details'> {
  /** The line that is always shown and opens the rest. */
  line: ReactNode;
  /** Words beside the arrow at the end of the line. */
  state: ReactNode;
}

/** A line of a form or a card; pressing it shows more content below it. */
export function Folded({ line, state, children, className = '', ...rest }: FoldedProps) {
  return (
    <details className={`${classes.folded} ${className}`} {...rest}>
      <summary>
        {line}
        <span className={classes.state}>
          {state}
          <IconChevronDown size={16} stroke={1.75} aria-hidden />
        </span>
      </summary>
      {children}
    </details>
  );
}

/** The folded content; with a name it is a region of the page. */
export function FoldedContent({ name, children }: { name?: string | undefined; children: ReactNode }) {
  return (
    <section className={classes.content} aria-label={name}>
      {children}
    </section>
  );
}

/** A remark in the folded content. */
export function FoldedNote({ children }: { children: ReactNode }) {
  return <p className={classes.note}>{children}</p>;
}
