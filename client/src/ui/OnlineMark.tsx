import { t } from '../core/t';
import classes from './OnlineMark.module.css';

/** Whether a driver is there right now: a dot and its word. */
export function OnlineMark({ online }: { online: boolean }) {
  return (
    <span className={classes.mark} data-online={online}>
      <span className={classes.dot} aria-hidden />
      {t(online ? 'drivers.online' : 'drivers.offline')}
    </span>
  );
}
