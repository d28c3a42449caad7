import type { DocumentKind } from '@boli/shared/drivers/drivers.schema';
import { ActionIcon, Button } from '@mantine/core';
import { IconDownload, IconExternalLink, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { t } from '../../core/t';
import { AppDialog } from '../../ui/AppDialog';
import { RowsSkeleton } from '../../ui/RowsSkeleton';
import classes from './DocumentViewer.module.css';
import { useZoom, ZOOM_STEPS } from './use-zoom';

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

const [WHOLE] = ZOOM_STEPS;
const LARGEST = ZOOM_STEPS[ZOOM_STEPS.length - 1] ?? WHOLE;

function Picture({ address, label }: { address: string; label: string }) {
  const { frame, zoom, step, reset, wasPulled } = useZoom();
  const [failed, setFailed] = useState(false);
  const isLargest = zoom >= LARGEST;
  const press = () => {
    if (wasPulled()) return;
    if (isLargest) reset();
    else step(1);
  };
  if (failed) return <p role="alert">{t('admin.document_failed')}</p>;
  return (
    <div className={classes.viewer}>
      <div ref={frame} className={classes.frame}>
        <button
          type="button"
          className={classes.enlarge}
          style={{ width: `${zoom * 100}%` }}
          aria-label={isLargest ? t('admin.zoom_reset') : t('admin.enlarge')}
          onClick={press}
        >
          <img src={address} alt={label} draggable={false} onError={() => setFailed(true)} />
        </button>
      </div>
      <div className={classes.zoom}>
        <ActionIcon
          variant="default"
          aria-label={t('admin.zoom_out')}
          disabled={zoom <= WHOLE}
          onClick={() => step(-1)}
        >
          <IconZoomOut size={22} stroke={1.75} aria-hidden />
        </ActionIcon>
        <output>{`${Math.round(zoom * 100)}%`}</output>
        <ActionIcon variant="default" aria-label={t('admin.zoom_in')} disabled={isLargest} onClick={() => step(1)}>
          <IconZoomIn size={22} stroke={1.75} aria-hidden />
        </ActionIcon>
      </div>
    </div>
  );
}

/** The address of a copy in this page: the server gives PDFs as downloads only, a copy may be shown. */
function usePdf(address: string): { copy: string | null; failed: boolean } {
  const [copy, setCopy] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    let made: string | null = null;
    const read = async () => {
      const answer = await fetch(address, { signal: leaving.signal });
      if (!answer.ok) throw new Error(`the document answered ${answer.status}`);
      const bytes = await answer.arrayBuffer();
      if (leaving.signal.aborted) return;
      made = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
      setCopy(made);
    };
    read().catch(() => !leaving.signal.aborted && setFailed(true));
    return () => {
      leaving.abort();
      if (made) URL.revokeObjectURL(made);
    };
  }, [address]);
  return { copy, failed };
}

function Pdf({ address }: { address: string }) {
  const { copy, failed } = usePdf(address);
  if (failed) return <p role="alert">{t('admin.document_failed')}</p>;
  if (!copy) return <RowsSkeleton rows={1} />;
  return (
    <div className={classes.pdf}>
      <p>{t('admin.document_pdf')}</p>
      <div className={classes.pdfActions}>
        <Button
          component="a"
          href={copy}
          target="_blank"
          leftSection={<IconExternalLink size={20} stroke={1.75} aria-hidden />}
        >
          {t('admin.document_open')}
        </Button>
        <Button
          component="a"
          variant="default"
          href={address}
          download
          leftSection={<IconDownload size={20} stroke={1.75} aria-hidden />}
        >
          {t('admin.document_download')}
        </Button>
      </div>
    </div>
  );
}

/** One document, large: a picture to zoom into, a PDF to open beside or to download. */
export function DocumentViewer({ name, kind, address, opened, onClose }: DocumentViewerProps) {
  const label = t('admin.document_of', { document: t(`admin.document_${kind}`), name });
  return (
    <AppDialog opened={opened} onClose={onClose} title={label} size={880}>
      {address && (isPdf(address) ? <Pdf address={address} /> : <Picture address={address} label={label} />)}
    </AppDialog>
  );
}
