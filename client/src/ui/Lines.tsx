import { Flex } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Lines.module.css';

interface LineProps {
  label: string;
  /** Whether this is the sum of the rows above. */
  sum?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** One of several `Lines`: the name on the left, the value on the right. */
export function Line({ label, sum = false, className = '', children }: LineProps) {
  return (
    <div className={`${classes.line} ${sum ? classes.sum : ''} ${className}`}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Names and values below each other; `dense` if there are many. */
export function Lines({ dense = false, children }: { dense?: boolean; children: ReactNode }) {
  return (
    <Flex className={dense ? classes.dense : ''} component="dl" direction="column" gap={dense ? 'tight' : 'xs'}>
      {children}
    </Flex>
  );
}
