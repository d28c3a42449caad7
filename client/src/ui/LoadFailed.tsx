import { Button, Group } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { t } from '../core/t';
import { EmptyState } from './EmptyState';

interface LoadFailedProps {
  onRetry: () => void;
  /** A title that says what could not be read; a general one by default. */
  title?: string;
  /** Called by the Back button; for failures that a retry may not mend, such as a link to a missing ride. */
  onBack?: () => void;
}

/** The message that something could not be read, shown in place of it, with a retry button. */
export function LoadFailed({ onRetry, title, onBack }: LoadFailedProps) {
  return (
    <EmptyState
      icon={IconCloudOff}
      title={title ?? t('common.could_not_load')}
      action={
        <Group justify="center" gap="xs">
          {onBack && (
            <Button variant="subtle" onClick={onBack}>
              {t('common.back')}
            </Button>
          )}
          <Button variant="default" onClick={onRetry}>
            {t('common.try_again')}
          </Button>
        </Group>
      }
    />
  );
}
