import { Button, Group } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { t } from '../core/t';
import { EmptyState } from './EmptyState';

interface LoadFailedProps {
  onRetry: () => void;
  /** The title, if there is a specific one for what could not be read. */
  title?: string;
  /** Called by the Back button, for what no retry may mend (a shared link to something that was removed). */
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
