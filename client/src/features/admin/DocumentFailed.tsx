import { Button, Stack } from '@mantine/core';
import { t } from '../../core/t';

/** A document that could not be fetched, with another try. */
export function DocumentFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <Stack>
      <p role="alert">{t('admin.document_failed')}</p>
      <Button variant="default" onClick={onRetry}>
        {t('common.try_again')}
      </Button>
    </Stack>
  );
}
