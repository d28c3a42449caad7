import { type Icon, IconMessages } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './BidChip.module.css';
import tones from './Tones.module.css';

/** A chip on the card of a request: marigold for the number of quotes, grey (`quiet`) for everything else. */
export function BidChip({
  children,
  quiet = false,
  icon: Sign = IconMessages,
}: {
  children: ReactNode;
  quiet?: boolean;
  icon?: Icon;
}) {
  return (
    <span className={`${classes.chip} ${quiet ? tones.grey : classes.bid}`}>
      <Sign size={16} stroke={1.75} aria-hidden />
      {children}
    </span>
  );
}
