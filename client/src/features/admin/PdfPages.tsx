import { ActionIcon, Button, Flex, Stack } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../core/t';
import { RowsSkeleton } from '../../ui/RowsSkeleton';
import { DocumentFailed } from './DocumentFailed';
import { drawPage, openPdf } from './pdf';
import { ZoomFrame } from './ZoomFrame';

type Failure = 'unreachable' | 'unreadable';

/** The document at this URL, read by pdf.js; it is freed on unmount. */
function usePdf(address: string): { document: PDFDocumentProxy | null; failure: Failure | null; retry: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [document, setDocument] = useState<PDFDocumentProxy | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(() => {
    if (attempt < 0) return;
    const leaving = new AbortController();
    let opened: PDFDocumentProxy | null = null;
    const fetchBytes = async () => {
      const answer = await fetch(address, { signal: leaving.signal });
      if (!answer.ok) throw new Error(`the document answered ${answer.status}`);
      return answer.arrayBuffer();
    };
    const open = async (bytes: ArrayBuffer) => {
      opened = await openPdf(bytes);
      if (leaving.signal.aborted) await opened.destroy();
      else setDocument(opened);
    };
    const fail = (reason: Failure) => () => {
      if (!leaving.signal.aborted) setFailure(reason);
    };
    fetchBytes().then((bytes) => open(bytes).catch(fail('unreadable')), fail('unreachable'));
    return () => {
      leaving.abort();
      void opened?.destroy();
      setDocument(null);
      setFailure(null);
    };
  }, [address, attempt]);
  return { document, failure, retry: () => setAttempt(attempt + 1) };
}

function Page({ document, number, label }: { document: PDFDocumentProxy; number: number; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!canvas.current) return;
    let left = false;
    setFailed(false);
    const { drawn, stop } = drawPage(document, number, canvas.current);
    drawn.catch(() => !left && setFailed(true));
    return () => {
      left = true;
      stop();
    };
  }, [document, number]);
  return (
    <>
      {failed && <span role="alert">{t('admin.document_undrawn')}</span>}
      <canvas ref={canvas} role="img" aria-label={label} hidden={failed} />
    </>
  );
}

function Pages({ document, label }: { document: PDFDocumentProxy; label: string }) {
  const [number, setNumber] = useState(1);
  const pages = document.numPages;
  const pager = pages > 1 && (
    <Flex component="span" align="center" gap="md" display="inline-flex">
      <ActionIcon
        variant="default"
        aria-label={t('admin.previous_page')}
        disabled={number <= 1}
        onClick={() => setNumber(number - 1)}
      >
        <IconChevronLeft size={22} stroke={1.75} aria-hidden />
      </ActionIcon>
      <output>{t('admin.page_of', { page: number, pages })}</output>
      <ActionIcon
        variant="default"
        aria-label={t('admin.next_page')}
        disabled={number >= pages}
        onClick={() => setNumber(number + 1)}
      >
        <IconChevronRight size={22} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Flex>
  );
  return (
    // A new canvas for each page: pdf.js draws on one only once at a time. The buttons stay, and with them the focus.
    <ZoomFrame tools={pager}>
      <Page key={number} document={document} number={number} label={label} />
    </ZoomFrame>
  );
}

/** A PDF, drawn page by page on a canvas: a stranger's file is never opened as a page of this origin. */
export function PdfPages({ address, label }: { address: string; label: string }) {
  const { document, failure, retry } = usePdf(address);
  if (failure === 'unreachable') return <DocumentFailed onRetry={retry} />;
  return (
    <Stack>
      {failure === 'unreadable' && <p role="alert">{t('admin.document_undrawn')}</p>}
      {!failure && (document ? <Pages document={document} label={label} /> : <RowsSkeleton rows={1} />)}
      <Button
        component="a"
        variant="default"
        style={{ alignSelf: 'start' }}
        href={address}
        download={`${label.replaceAll(/[\\/:*?"<>|]+/g, ' -')}.pdf`}
        leftSection={<IconDownload size={20} stroke={1.75} aria-hidden />}
      >
        {t('admin.document_download')}
      </Button>
    </Stack>
  );
}
