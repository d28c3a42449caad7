import { type ComponentType, lazy, Suspense } from 'react';
import { ErrorBoundary } from '../ui/ErrorBoundary';
import { RowsSkeleton } from '../ui/RowsSkeleton';

/** A part of a dashboard that comes when it is first shown, and that breaks alone if it breaks. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Part = lazy(async () => ({ default: await load() }));
  return function LazyPart(props: P) {
    return (
      <ErrorBoundary>
        <Suspense fallback={<RowsSkeleton />}>
          <Part {...props} />
        </Suspense>
      </ErrorBoundary>
    );
  };
}
