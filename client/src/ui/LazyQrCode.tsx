import { lazy, Suspense } from 'react';
import { ErrorBoundary } from './ErrorBoundary';

const QrCode = lazy(async () => ({ default: (await import('./QrCode')).QrCode }));

/** A QR code, loaded when first shown. Nothing replaces it on failure: the text beside has the same content. */
export function LazyQrCode(props: { text: string; label: string }) {
  return (
    <ErrorBoundary fallback={null}>
      <Suspense fallback={null}>
        <QrCode {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}
