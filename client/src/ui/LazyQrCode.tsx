import { lazy, Suspense } from 'react';
import { ErrorBoundary } from './ErrorBoundary';

const QrCode = lazy(async () => ({ default: (await import('./QrCode')).QrCode }));

/** A QR code whose library comes when one is first shown. Where it does not, what stands beside it says the same. */
export function LazyQrCode(props: { text: string; label: string }) {
  return (
    <ErrorBoundary fallback={null}>
      <Suspense fallback={null}>
        <QrCode {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}
