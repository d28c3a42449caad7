import { Button, Stack } from '@mantine/core';
import { t } from '../../core/t';

/** The error of a document that could not be fetched, with a retry button. */
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
