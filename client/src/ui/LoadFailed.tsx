import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { t } from '../core/t';
import { EmptyState } from './EmptyState';

/** A list that could not be read: quiet, in place, with another try. */
export function LoadFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState
      icon={IconCloudOff}
      title={t('common.could_not_load')}
      action={
        <Button variant="default" onClick={onRetry}>
          {t('common.try_again')}
        </Button>
      }
    />
  );
}
