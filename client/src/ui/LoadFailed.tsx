import { Button, Group } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { t } from '../core/t';
import { EmptyState } from './EmptyState';

interface LoadFailedProps {
  onRetry: () => void;
  /** What could not be read, where it has a sentence of its own. */
  title?: string;
  /** A way out, where trying again may never help (what a shared link names is gone). */
  onBack?: () => void;
}

/** What could not be read: quiet, in place, with another try. */
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
