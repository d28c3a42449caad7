import { Group, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useReturnFocus } from '../core/focus';
import { useDesktop } from '../core/screen';
import { t } from '../core/t';
import classes from './AppDialog.module.css';
import { ConnectionBanner } from './ConnectionBanner';
import { useEscape } from './use-escape';

interface AppDialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** Buttons under a line; the last one fills the remaining width on phones. */
  footer?: ReactNode;
  /** Width on desktop in pixels (480). */
  size?: number;
  /** For dialogs of text only: the body is focusable, so that keys can scroll it. */
  reading?: boolean;
  children: ReactNode;
}

/** Every dialog: a full-height sheet on phones, centred on desktop. The focus is trapped inside and returns to the opener. */
export function AppDialog({ opened, onClose, title, footer, size = 480, reading = false, children }: AppDialogProps) {
  const desktop = useDesktop();
  useReturnFocus(opened);
  useEscape(opened, onClose);
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      closeOnEscape={false}
      returnFocus={false}
      fullScreen={!desktop}
      size={size}
      centered
      radius={desktop ? 20 : 0}
      padding={0}
      classNames={{ content: classes.content ?? '' }}
      transitionProps={{ transition: desktop ? 'pop' : 'slide-up', duration: desktop ? 200 : 280 }}
    >
      <Modal.Overlay className={classes.scrim} />
      {/* Mantine sets `aria-labelledby` only after the first render. */}
      <Modal.Content aria-label={title}>
        {/* A sheet covers the banner of the page. */}
        {!desktop && <ConnectionBanner />}
        <Group justify="space-between" gap="sm" wrap="nowrap" flex="none" mih="3.5rem" py="xs" pr="xs" pl="lg">
          <Modal.Title className={classes.title}>{title}</Modal.Title>
          <Modal.CloseButton className={classes.close} aria-label={t('common.close')} />
        </Group>
        <Modal.Body className={classes.body} {...(reading && { tabIndex: 0 })}>
          {children}
        </Modal.Body>
        {footer && <div className={classes.footer}>{footer}</div>}
      </Modal.Content>
    </Modal.Root>
  );
}
