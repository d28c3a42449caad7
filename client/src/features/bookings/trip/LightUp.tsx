import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { moveFocus, useReturnFocus } from '../../../core/focus';
import { useSession } from '../../../core/session';
import { t } from '../../../core/t';
import { initials } from '../../../ui/Avatar';
import { useEscape } from '../../../ui/use-escape';
import classes from './LightUp.module.css';

/**
 * Fills the screen with the brand's colour and the rider's initials, for the driver to see. A tap anywhere closes it, as
 * the words at its lower edge say.
 */
export function LightUp({ onClose }: { onClose: () => void }) {
  const name = useSession((session) => session.user?.name ?? '');
  const button = useRef<HTMLButtonElement>(null);
  useReturnFocus(true);
  useEscape(true, onClose);
  useEffect(() => moveFocus(button.current), []);
  return createPortal(
    <button ref={button} type="button" className={classes.light} onClick={onClose}>
      <span className={classes.initials} aria-hidden>
        {initials(name)}
      </span>
      <span className={classes.off}>{t('trip.light_off')}</span>
    </button>,
    document.body,
  );
}
