import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { moveFocus, useReturnFocus } from '../../../core/focus';
import { useSession } from '../../../core/session';
import { t } from '../../../core/t';
import { initials } from '../../../ui/Avatar';
import { useEscape } from '../../../ui/use-escape';
import classes from './LightUp.module.css';

/** Fills the screen with the brand's colour and the rider's initials, for the driver to see. A tap closes it. */
export function LightUp({ onClose }: { onClose: () => void }) {
  const name = useSession((session) => session.user?.name ?? '');
  const button = useRef<HTMLButtonElement>(null);
  useReturnFocus(true);
  useEscape(true, onClose);
  useEffect(() => moveFocus(button.current), []);
  return createPortal(
    <button ref={button} type="button" className={classes.light} aria-label={t('trip.light_off')} onClick={onClose}>
      <span aria-hidden>{initials(name)}</span>
    </button>,
    document.body,
  );
}
