import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { ErrorBoundary } from '../ui/ErrorBoundary';
import { RowsSkeleton } from '../ui/RowsSkeleton';

interface LazyOptions {
  /** Shown until the part is there. */
  waiting?: ReactNode;
  reload?: () => void;
}

/** Whether the files of the app can be fetched at all. */
async function canReload(): Promise<boolean> {
  const answer = await fetch('/', { cache: 'no-store' }).catch(() => null);
  return answer?.ok === true;
}

/**
 * A part of the page that is imported when it is first shown, and that breaks alone if it breaks. `Try again` imports it
 * anew: React's `lazy` keeps its first outcome for good, so each try after a failed import has a `lazy` of its own. Most
 * browsers keep a failed import for good, too, and then only a new page helps: it is loaded where the server is there.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { waiting = <RowsSkeleton />, reload = () => location.reload() }: LazyOptions = {},
): ComponentType<P> {
  let hasFailed = false;
  let isRetry = false;
  const create = () =>
    lazy(async () => {
      try {
        const part = await load();
        isRetry = false;
        return { default: part };
      } catch (error) {
        if (isRetry && (await canReload())) reload();
        hasFailed = true;
        throw error;
      }
    });
  // One for all places and mounts: what has come once is there at once.
  let latest = create();
  const current = () => {
    if (hasFailed) {
      hasFailed = false;
      latest = create();
    }
    return latest;
  };
  return function LazyPart(props: P) {
    const [Part, setPart] = useState(current);
    const retry = () => {
      isRetry = true;
      setPart(current);
    };
    return (
      <ErrorBoundary onRetry={retry}>
        <Suspense fallback={waiting}>
          <Part {...props} />
        </Suspense>
      </ErrorBoundary>
    );
  };
}
