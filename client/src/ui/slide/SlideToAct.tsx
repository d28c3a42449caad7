import { Loader, Text } from '@mantine/core';
import { type Icon, IconChevronsRight } from '@tabler/icons-react';
import { usePreferences } from '../../core/preferences';
import { useReachable } from '../../core/reachable';
import { t } from '../../core/t';
import { useLock } from '../../core/use-lock';
import { LockedButton } from '../LockedButton';
import classes from './SlideToAct.module.css';
import { useSlide } from './use-slide';

interface SlideToActProps {
  /** The button's name; a change locks the button as if it were new. */
  label: string;
  /** The icon on the thumb; two chevrons by default. */
  icon?: Icon;
  /** The thumb stays at the end until this promise has settled. */
  onAct: () => Promise<unknown>;
  busy?: boolean;
  disabled?: boolean;
}

/**
 * A button for actions that must not happen by accident: a finger has to slide or hold it; a mouse, a key, a screen
 * reader or a voice command presses it. It ignores presses in its first 1.2 s. It is a plain button if the person has
 * chosen so on this device. While the server cannot be reached it is disabled; the reason (`OfflineReason`) is shown
 * beside its group.
 */
export function SlideToAct({ disabled = false, ...props }: SlideToActProps) {
  const isPlain = usePreferences(({ plainButtons }) => plainButtons);
  const isReachable = useReachable();
  const Part = isPlain ? Plain : Slider;
  return <Part {...props} disabled={disabled || !isReachable} />;
}

function Plain({ label, onAct, busy = false, disabled = false }: SlideToActProps) {
  return (
    <LockedButton
      className={classes.plain ?? ''}
      meaning={label}
      loading={busy}
      disabled={disabled}
      onClick={() => void onAct()}
    >
      {label}
    </LockedButton>
  );
}

function Slider({ label, icon: Sign = IconChevronsRight, onAct, busy = false, disabled = false }: SlideToActProps) {
  const isLocked = useLock(label);
  const isEnabled = !isLocked && !disabled && !busy;
  const { props, hasTapped } = useSlide(onAct, isEnabled);
  return (
    <div className={classes.holder}>
      <button {...props} type="button" className={classes.slide} disabled={!isEnabled} data-waits={disabled}>
        <span className={classes.fill} aria-hidden />
        <span className={classes.thumb} data-thumb aria-hidden>
          {busy ? <Loader size={20} color="currentColor" /> : <Sign size={24} stroke={2} />}
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
