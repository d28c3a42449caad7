import { Button } from '@mantine/core';
import { t } from '../../core/t';
import classes from './DocumentViewer.module.css';

/** A document that could not be fetched, with another try. */
export function DocumentFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={classes.pdf}>
      <p role="alert">{t('admin.document_failed')}</p>
      <Button variant="default" onClick={onRetry}>
        {t('common.try_again')}
      </Button>
    </div>
  );
}
