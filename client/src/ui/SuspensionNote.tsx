import { IconBan } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './SuspensionNote.module.css';
import tones from './Tones.module.css';

/** The reason why the account is suspended, and what the person can still do. */
export function SuspensionNote({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className={`boli-note ${classes.note} ${tones.red}`}>
      <IconBan size={20} stroke={1.75} aria-hidden />
      <div>{children}</div>
    </div>
  );
}
