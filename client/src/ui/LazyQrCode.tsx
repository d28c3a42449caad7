import { lazy, Suspense } from 'react';
import { ErrorBoundary } from './ErrorBoundary';

const QrCode = lazy(async () => ({ default: (await import('./QrCode')).QrCode }));

/**
 * A QR code, loaded when first shown. If loading fails, nothing is shown: the text beside the code has the same
 * content.
 */
export function LazyQrCode(props: { text: string; label: string }) {
  return (
    <ErrorBoundary fallback={null}>
      <Suspense fallback={null}>
        <QrCode {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}
