import type { DocumentKind } from '@boli/shared/drivers/drivers.schema';
import { useState } from 'react';
import { onServer } from '../../core/server';
import { t } from '../../core/t';
import { AppDialog } from '../../ui/AppDialog';
import { DocumentFailed } from './DocumentFailed';
import { PdfPages } from './PdfPages';
import { ZoomFrame } from './ZoomFrame';

/** Whether a signed URL is that of a PDF, which the server sends as a download only. */
export const isPdf = (address: string) => new URL(address, window.location.origin).pathname.endsWith('.pdf');

interface DocumentViewerProps {
  /** The driver's name. */
  name: string;
  kind: DocumentKind;
  address: string | null;
  opened: boolean;
  onClose: () => void;
}

function Picture({ address, label }: { address: string; label: string }) {
  const [failed, setFailed] = useState(false);
  if (failed) return <DocumentFailed onRetry={() => setFailed(false)} />;
  return (
    <ZoomFrame>
      <img src={onServer(address)} alt={label} draggable={false} onError={() => setFailed(true)} />
    </ZoomFrame>
  );
}

/** One document in large: a picture or the pages of a PDF, which can be zoomed. */
export function DocumentViewer({ name, kind, address, opened, onClose }: DocumentViewerProps) {
  const label = t('admin.document_of', { document: t(`admin.document_${kind}`), name });
  return (
    <AppDialog opened={opened} onClose={onClose} title={label} size={880}>
      {address &&
        (isPdf(address) ? (
          <PdfPages key={address} address={address} label={label} />
        ) : (
          <Picture address={address} label={label} />
        ))}
    </AppDialog>
  );
}
