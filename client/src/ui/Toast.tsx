import { ActionIcon, Flex, Text } from '@mantine/core';
import {
  type Icon,
  IconAlertCircleFilled,
  IconAlertTriangle,
  IconCircleCheckFilled,
  IconInfoCircle,
  IconX,
} from '@tabler/icons-react';
import { type CustomContentProps, SnackbarContent, useSnackbar } from 'notistack';
import { forwardRef, type PointerEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { t } from '../core/t';
import classes from './Toast.module.css';
import { addToLane } from './toast-lane';

/** How far a finger moves up (px) to close a toast. */
const SWIPE_PX = 24;

const looks: Partial<Record<CustomContentProps['variant'], { icon: Icon; tone: string }>> = {
  success: { icon: IconCircleCheckFilled, tone: 'var(--mantine-color-green-2)' },
  error: { icon: IconAlertCircleFilled, tone: 'var(--mantine-color-red-4)' },
  warning: { icon: IconAlertTriangle, tone: 'var(--mantine-color-genda-4)' },
};

/** The message, and below it the cause if the text has a second line. */
function Words({ message }: Pick<CustomContentProps, 'message'>) {
  const [first, cause] = typeof message === 'string' ? message.split('\n') : [message];
  return (
    <Flex component="span" direction="column" flex={1}>
      <span>{first}</span>
      {cause && (
        <Text span size="meta" opacity={0.85}>
          {' '}
          {cause}
        </Text>
      )}
    </Flex>
  );
}

/**
 * Returns the function to call when a pointer enters the toast. The library then stops the toast's timer until the
 * pointer leaves. On a touch screen the pointer of a tap leaves only with the next tap elsewhere, so the function
 * starts a timer of its own there.
 */
function useTapClose({ id, persist, autoHideDuration }: CustomContentProps): () => void {
  const { closeSnackbar } = useSnackbar();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    if (persist || !autoHideDuration || window.matchMedia('(hover: hover)').matches) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => closeSnackbar(id), autoHideDuration);
  };
}

/**
 * One message: dark background in both themes, coloured icon; a message that stays has a close button. A swipe up
 * closes any message.
 */
export const Toast = forwardRef<HTMLDivElement, CustomContentProps>(function Toast(props, ref) {
  const { closeSnackbar } = useSnackbar();
  const box = useRef<HTMLDivElement>(null);
  const touchedAt = useRef<number | null>(null);
  const onPointerEnter = useTapClose(props);
  // A layout effect, because the first paint would otherwise show the toasts one below the other.
  useLayoutEffect(() => {
    const container = box.current?.closest<HTMLElement>('.notistack-SnackbarContainer');
    return container ? addToLane(container) : undefined;
  }, []);
  const onPointerMove = ({ clientY }: PointerEvent) => {
    if (touchedAt.current === null || touchedAt.current - clientY < SWIPE_PX) return;
    touchedAt.current = null;
    closeSnackbar(props.id);
  };
  const { icon: Sign, tone } = looks[props.variant] ?? { icon: IconInfoCircle, tone: 'var(--mantine-color-genda-4)' };
  return (
    <SnackbarContent ref={ref} role={props.variant === 'error' ? 'alert' : 'status'}>
      <div
        ref={box}
        className={classes.toast}
        data-toast
        onPointerDown={({ clientY }) => {
          touchedAt.current = clientY;
        }}
        onPointerMove={onPointerMove}
        onPointerEnter={onPointerEnter}
      >
        <Sign size={20} color={tone} aria-hidden />
        <Words message={props.message} />
        {props.persist && (
          <ActionIcon
            m="-xs"
            variant="transparent"
            c="inherit"
            aria-label={t('common.close')}
            onClick={() => closeSnackbar(props.id)}
          >
            <IconX size={20} stroke={1.75} aria-hidden />
          </ActionIcon>
        )}
      </div>
    </SnackbarContent>
  );
});
