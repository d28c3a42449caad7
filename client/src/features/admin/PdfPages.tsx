import { ActionIcon, Button, Flex, Stack } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { onServer } from '../../core/server';
import { t } from '../../core/t';
import { RowsSkeleton } from '../../ui/RowsSkeleton';
import { DocumentFailed } from './DocumentFailed';
import { drawPage } from './pdf';
import { ZoomFrame } from './ZoomFrame';

/** How an attempt to fetch a document ended; `data` is null if it failed. */
interface Fetched {
  attempt: number;
  data: ArrayBuffer | null;
}

/** The bytes of the document at this URL, null until they are fetched; `failed` when they cannot be. */
function useBytes(address: string): { data: ArrayBuffer | null; failed: boolean; retry: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [last, setLast] = useState<Fetched | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    const fetchBytes = async () => {
      const answer = await fetch(onServer(address), { signal: leaving.signal });
      if (!answer.ok) throw new Error(`the request for the document failed with status ${answer.status}`);
      return answer.arrayBuffer();
    };
    const end = (data: ArrayBuffer | null) => !leaving.signal.aborted && setLast({ attempt, data });
    fetchBytes().then(end, () => end(null));
    return () => leaving.abort();
  }, [address, attempt]);
  const current = last?.attempt === attempt ? last : null;
  return { data: current?.data ?? null, failed: current?.data === null, retry: () => setAttempt(attempt + 1) };
}

/** Draws a picture on a canvas, which gets the picture's size. */
function show(picture: ImageBitmap, canvas: HTMLCanvasElement | null): void {
  if (canvas) {
    canvas.width = picture.width;
    canvas.height = picture.height;
    canvas.getContext('2d')?.drawImage(picture, 0, 0);
  }
  picture.close();
}

interface PageProps {
  data: ArrayBuffer;
  number: number;
  label: string;
  /** Called with the number of pages of the document. */
  onOpened: (pages: number) => void;
  onFailed: () => void;
}

function Page({ data, number, label, onOpened, onFailed }: PageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [state, setState] = useState<'drawing' | 'drawn' | 'failed'>('drawing');
  useEffect(() => {
    setState('drawing');
    const { drawn, stop } = drawPage({ data, number }, onOpened);
    drawn.then(
      (picture) => {
        show(picture, canvas.current);
        setState('drawn');
      },
      () => {
        setState('failed');
        onFailed();
      },
    );
    return stop;
  }, [data, number, onOpened, onFailed]);
  return (
    <>
      {state === 'drawing' && <span role="status">{t('common.loading')}</span>}
      {state === 'failed' && <span role="alert">{t('admin.document_undrawn')}</span>}
      <canvas ref={canvas} role="img" aria-label={label} hidden={state !== 'drawn'} />
    </>
  );
}

function Pages({ data, label }: { data: ArrayBuffer; label: string }) {
  const [number, setNumber] = useState(1);
  const [pages, setPages] = useState(0);
  const [failed, setFailed] = useState(false);
  const fail = useCallback(() => setFailed(true), []);
  // The only page cannot be drawn: there is nothing to zoom.
  if (failed && pages <= 1) return <p role="alert">{t('admin.document_undrawn')}</p>;
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
    // The key gives each page a new canvas; the buttons stay mounted and keep the focus.
    <ZoomFrame tools={pager}>
      <Page key={number} data={data} number={number} label={label} onOpened={setPages} onFailed={fail} />
    </ZoomFrame>
  );
}

/**
 * A PDF, drawn page by page on a canvas, because an uploaded file must never be opened as a document of this origin.
 */
export function PdfPages({ address, label }: { address: string; label: string }) {
  const { data, failed, retry } = useBytes(address);
  if (failed) return <DocumentFailed onRetry={retry} />;
  return (
    <Stack>
      {data ? <Pages data={data} label={label} /> : <RowsSkeleton rows={1} />}
      <Button
        component="a"
        variant="default"
        style={{ alignSelf: 'start' }}
        href={onServer(address)}
        download={`${label.replaceAll(/[\\/:*?"<>|]+/g, ' -')}.pdf`}
        leftSection={<IconDownload size={20} stroke={1.75} aria-hidden />}
      >
        {t('admin.document_download')}
      </Button>
    </Stack>
  );
}
