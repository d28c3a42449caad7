import type { MessageKey } from '@boli/shared/core/messages';
import { IconCheck } from '@tabler/icons-react';
import { useFocusOnMount } from '../../core/focus';
import { t } from '../../core/t';
import classes from './Admin.module.css';

/** The decision, shown in place of the buttons that made it; takes the focus on mount. */
export function Outcome({ says }: { says: MessageKey }) {
  const place = useFocusOnMount<HTMLSpanElement>();
  return (
    <span ref={place} tabIndex={-1} className={classes.outcome}>
      <IconCheck size={20} stroke={1.75} aria-hidden />
      {t(says)}
    </span>
  );
}
