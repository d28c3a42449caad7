import { Loader, Text } from '@mantine/core';
import { IconChevronsRight } from '@tabler/icons-react';
import { t } from '../../core/t';
import { useLock } from '../../core/use-lock';
import classes from './SlideToAct.module.css';
import { useSlide } from './use-slide';

interface SlideToActProps {
  /** The button's name; a change of it locks the button as if it were a new one. */
  label: string;
  /** The thumb stays where it was slid until this has settled. */
  onAct: () => Promise<unknown>;
  busy?: boolean;
  disabled?: boolean;
}

/**
 * One real button for what must not happen by a brush of a finger: a finger slides or holds it; a mouse, a key, a screen
 * reader or a voice presses it. Takes nothing in the first 1.2 s.
 */
export function SlideToAct({ label, onAct, busy = false, disabled = false }: SlideToActProps) {
  const isLocked = useLock(label);
  const isEnabled = !isLocked && !disabled && !busy;
  const { props, hasTapped } = useSlide(onAct, isEnabled);
  return (
    <div className={classes.holder}>
      <button {...props} type="button" className={classes.slide} disabled={!isEnabled} data-waits={disabled}>
        <span className={classes.thumb} data-thumb aria-hidden>
          {busy ? <Loader size={20} color="currentColor" /> : <IconChevronsRight size={24} stroke={2} />}
        </span>
        <span className={classes.label}>{label}</span>
      </button>
      <Text className={classes.hint} size="meta" c="dimmed" ta="center">
        {t('slide.hint')}
      </Text>
      <span role="status" className="visually-hidden">
        {hasTapped ? t('slide.hint') : ''}
      </span>
    </div>
  );
}
