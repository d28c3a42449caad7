import { Box, Group, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useReturnFocus } from '../core/focus';
import { useDesktop } from '../core/screen';
import { t } from '../core/t';
import { useKeyboardHeight } from '../core/use-keyboard-height';
import { useLast } from '../core/use-last';
import classes from './AppDialog.module.css';
import { ConnectionBanner } from './ConnectionBanner';
import { useEscape } from './use-escape';

interface AppDialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** Under the title. */
  subtitle?: ReactNode;
  /** Between the title and the close button. */
  badge?: ReactNode;
  /** On desktop a map or picture over the whole height, at the left of all other parts. */
  picture?: ReactNode;
  /** Buttons under a line; the last one fills the remaining width on phones. */
  footer?: ReactNode;
  /** Width on desktop in pixels; 480 by default. */
  size?: number;
  /**
   * The dialog's form on phones: a `page` over the whole screen, or a `sheet` at the lower edge, as high as its
   * content. A sheet is for short forms: the page above it stays visible.
   */
  form?: Form;
  /** Whether the title gets the focus on opening, not the first field or button: for dialogs that are to be read. */
  titleFirst?: boolean;
  /** For dialogs of text only: the body is focusable, so that keys can scroll it. */
  reading?: boolean;
  children: ReactNode;
}

type Form = 'page' | 'sheet';

/** The library's properties by form: a page covers the whole screen, a sheet is at the screen's lower edge. */
const frames = {
  page: { fullScreen: true, radius: 0, classNames: { content: classes.content ?? '' } },
  sheet: {
    size: '100%',
    xOffset: 0,
    yOffset: 0,
    radius: 0,
    classNames: { content: `${classes.content} ${classes.sheet}`, inner: classes.low ?? '' },
  },
} as const;

/**
 * The dialog's size and place on this screen. A sheet ends above the on-screen keyboard, which would cover its buttons.
 */
function useFrame({ form = 'page', size = 480, picture }: AppDialogProps) {
  const desktop = useDesktop();
  const keyboard = useKeyboardHeight(form === 'sheet' && !desktop);
  if (desktop)
    return {
      ...{ size, centered: true, radius: 20 },
      classNames: { content: `${classes.content} ${picture ? classes.split : ''}` },
      transitionProps: { transition: 'pop', duration: 200 } as const,
    };
  return {
    ...frames[form],
    ...(keyboard > 0 && { styles: { inner: { bottom: keyboard } } }),
    transitionProps: { transition: 'slide-up', duration: 280 } as const,
  };
}

type HeadProps = Pick<AppDialogProps, 'title' | 'subtitle' | 'badge' | 'titleFirst'>;

function Head({ title, subtitle, badge, titleFirst = false }: HeadProps) {
  return (
    <Group
      className={classes.head ?? ''}
      data-clear-of-toasts
      justify="space-between"
      gap="sm"
      wrap="nowrap"
      flex="none"
      mih="3.5rem"
      py="xs"
      pr="xs"
      pl="lg"
    >
      <Box miw={0}>
        <Modal.Title className={classes.title} {...(titleFirst && { tabIndex: -1, 'data-autofocus': true })}>
          {title}
        </Modal.Title>
        {subtitle}
      </Box>
      <Group gap="xxs" wrap="nowrap" flex="none">
        {badge}
        <Modal.CloseButton className={classes.close} aria-label={t('common.close')} />
      </Group>
    </Group>
  );
}

/**
 * A dialog that is not on a stage; a dialog on a stage is a `StageDialog`. On phones it covers the whole screen or is a
 * sheet, on desktop it is centred. The focus is trapped inside and returns to the opener. While the dialog disappears,
 * it shows what it showed last: a form that is emptied after success must not be seen empty.
 */
export function AppDialog(props: AppDialogProps) {
  const { opened, onClose } = props;
  const shown = useLast(opened ? props : null) ?? props;
  const { title, subtitle, badge, picture, footer, titleFirst = false, reading = false, children } = shown;
  const frame = useFrame(props);
  const isCovering = 'fullScreen' in frame;
  useReturnFocus(opened);
  useEscape(opened, onClose);
  return (
    <Modal.Root opened={opened} onClose={onClose} closeOnEscape={false} returnFocus={false} padding={0} {...frame}>
      <Modal.Overlay className={classes.scrim} />
      {/* Mantine sets `aria-labelledby` only after the first render. */}
      <Modal.Content aria-label={title}>
        {/* A dialog over the whole screen hides the page's banner, so it shows its own. */}
        {isCovering && <ConnectionBanner />}
        {picture && <div className={classes.picture}>{picture}</div>}
        <Head title={title} subtitle={subtitle} badge={badge} titleFirst={titleFirst} />
        <Modal.Body className={classes.body} {...(reading && { tabIndex: 0 })}>
          {children}
        </Modal.Body>
        {footer && <div className={classes.footer}>{footer}</div>}
      </Modal.Content>
    </Modal.Root>
  );
}
