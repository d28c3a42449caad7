import { PLATFORM_FEE_PERCENT } from '@boli/shared/core/constants';
import classes from './SplitBar.module.css';

/** A fare in two parts, driver and platform, to scale. Decoration: the lines below it say the same in figures. */
export function SplitBar() {
  return (
    <div className={classes.bar} aria-hidden>
      <span className={classes.driver} style={{ flexGrow: 100 - PLATFORM_FEE_PERCENT }} />
      <span className={classes.platform} style={{ flexGrow: PLATFORM_FEE_PERCENT }} />
    </div>
  );
}
