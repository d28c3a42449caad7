import type { DocumentKind } from '@boli/shared/drivers/drivers.schema';
import { ActionIcon, Button } from '@mantine/core';
import { IconDownload, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../core/t';
import { AppDialog } from '../../ui/AppDialog';
import classes from './Admin.module.css';

/** Whether a signed address leads to a PDF: those come as a download only. */
export const isPdf = (address: string) => new URL(address, window.location.origin).pathname.endsWith('.pdf');

interface DocumentViewerProps {
  /** The driver's. */
  name: string;
  kind: DocumentKind;
  address: string | null;
  opened: boolean;
  onClose: () => void;
}

const STEPS = [1, 1.5, 2, 3, 4] as const;

function Picture({ address, label }: { address: string; label: string }) {
  const [step, setStep] = useState(0);
  const [failed, setFailed] = useState(false);
  const zoom = STEPS[step] ?? 1;
  const isLast = step === STEPS.length - 1;
  if (failed) return <p role="alert">{t('admin.document_failed')}</p>;
  return (
    <div className={classes.viewer}>
      <div className={classes.frame}>
        <button
          type="button"
          className={classes.enlarge}
          style={{ width: `${zoom * 100}%` }}
          aria-label={isLast ? t('admin.zoom_reset') : t('admin.enlarge')}
          onClick={() => setStep(isLast ? 0 : step + 1)}
        >
          <img src={address} alt={label} onError={() => setFailed(true)} />
        </button>
      </div>
      <div className={classes.zoom}>
        <ActionIcon
          variant="default"
          aria-label={t('admin.zoom_out')}
          disabled={step === 0}
          onClick={() => setStep(step - 1)}
        >
          <IconZoomOut size={22} stroke={1.75} aria-hidden />
        </ActionIcon>
        <output>{`${zoom * 100}%`}</output>
        <ActionIcon
          variant="default"
          aria-label={t('admin.zoom_in')}
          disabled={isLast}
          onClick={() => setStep(step + 1)}
        >
          <IconZoomIn size={22} stroke={1.75} aria-hidden />
        </ActionIcon>
      </div>
    </div>
  );
}

/** One document, large: a picture to zoom into, a PDF to download. */
export function DocumentViewer({ name, kind, address, opened, onClose }: DocumentViewerProps) {
  const label = t('admin.document_of', { document: t(`admin.document_${kind}`), name });
  return (
    <AppDialog opened={opened} onClose={onClose} title={label} size={880}>
      {address && !isPdf(address) && <Picture address={address} label={label} />}
      {address && isPdf(address) && (
        <div className={classes.pdf}>
          <p>{t('admin.document_pdf')}</p>
          <Button
            component="a"
            href={address}
            download
            leftSection={<IconDownload size={20} stroke={1.75} aria-hidden />}
          >
            {t('admin.document_download')}
          </Button>
        </div>
      )}
    </AppDialog>
  );
}
